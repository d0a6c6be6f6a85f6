import torch

from extractors.core.errors import InputError


def device(name: str | None) -> torch.device:
    """Return the device `cpu` or `cuda`; for None, cuda where there is one."""
    usable = torch.cuda.is_available()
    if name is None:
        name = "cuda" if usable else "cpu"
    try:
        device = torch.device(name)
    except RuntimeError:
        raise InputError(f"unknown device {name!r}", remedy="set `device:` to cpu or cuda") from None
    if device.type == "cuda" and not usable:
        raise InputError("no CUDA device can be used here", remedy="set `device: cpu`")
    return device
