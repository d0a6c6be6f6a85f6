import pytest
import torch

from extractors.core.errors import InputError
from extractors.models import devices


@pytest.mark.parametrize(("cuda", "expected"), [(True, "cuda"), (False, "cpu")])
def test_without_a_name_cuda_is_taken_where_there_is_one(monkeypatch, cuda, expected):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: cuda)
    assert devices.device(None) == torch.device(expected)


@pytest.mark.parametrize(("name", "problem"), [("cuda", "no CUDA device"), ("gpu", "unknown device 'gpu'")])
def test_a_device_that_cannot_be_used_is_refused(monkeypatch, name, problem):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(InputError, match=problem):
        devices.device(name)
