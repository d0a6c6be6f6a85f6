"""A real Slurm on this machine: one controller and some nodes of one core each, which can be killed."""

import os
import shutil
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psutil

PROGRAMS = ("slurmctld", "slurmd", "munged", "sbatch", "srun", "squeue", "sinfo")
MEMORY = 8_000
"""MB that each node says it has; it is promised to jobs and not held."""
CONFIG = """\
ClusterName=loopback
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmctldPort={port}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmdLogFile={folder}/slurmd.%n.log
SlurmdSpoolDir={folder}/spool.%n
StateSaveLocation={folder}/state
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
ReturnToService=2
MinJobAge=600
SlurmdTimeout=10
KillWait=5
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
PartitionName=short Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""
NODE = "NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1 RealMemory={memory}\n"


def lacking() -> list[str]:
    """What of Slurm is not installed."""
    return [name for name in PROGRAMS if shutil.which(name) is None]


class Slurm:
    """A cluster in a folder, until `stop`.

    Args:
        folder: for its state and logs, with a short path (sockets).
        nodes: the names of its nodes.
    """

    def __init__(self, folder: Path, nodes: list[str]) -> None:
        self.folder = folder
        host, ports = socket.gethostname().partition(".")[0], _free_ports(len(nodes) + 1)
        text = CONFIG.format(folder=folder, host=host, port=ports[0])
        for name, port in zip(nodes, ports[1:], strict=True):
            text += NODE.format(name=name, host=host, port=port, memory=MEMORY)
            (folder / f"spool.{name}").mkdir()
        (folder / "state").mkdir()
        (folder / "slurm.conf").write_text(text)
        self._write_srun()
        self._start_munge()
        self.call("slurmctld", "-c")
        for name in nodes:
            self.call("slurmd", "-N", name)
        self._wait_for(nodes)

    @property
    def environment(self) -> dict[str, str]:
        """The environment in which Slurm's commands find this cluster."""
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return os.environ | {"SLURM_CONF": str(self.folder / "slurm.conf"), "PATH": path}

    def call(self, *command: str) -> str:
        """What one of Slurm's commands prints."""
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{command}: {done.stderr}"
        return done.stdout

    def running(self) -> dict[int, str]:
        """The node of each job that runs now."""
        lines = self.call("squeue", "--noheader", "--states=RUNNING", "--format=%i %N").splitlines()
        return {int(job): node for job, node in map(str.split, lines)}

    def kill_node(self, name: str) -> list[int]:
        """Kill a node with all that runs there, as a power cut does; its jobs."""
        jobs = [job for job, node in self.running().items() if node == name]
        assert jobs, f"no job runs on {name}"
        os.kill(int((self.folder / f"slurmd.{name}.pid").read_text()), signal.SIGKILL)
        for process in psutil.process_iter(["cmdline"]):
            line = " ".join(process.info["cmdline"] or [])
            if any(line.startswith(f"slurmstepd: [{job}.") for job in jobs):
                _kill([process, *process.children(recursive=True)])
        return jobs

    def stop(self) -> None:
        """End all of it."""
        for file in self.folder.glob("*.pid"):
            with suppress(psutil.NoSuchProcess, ValueError):
                process = psutil.Process(int(file.read_text()))
                _kill([process, *process.children(recursive=True)])

    def _write_srun(self) -> None:
        # Snakemake's job steps drop SLURM_CONF, since clusters have their config at a fixed place.
        (self.folder / "bin").mkdir()
        program = self.folder / "bin/srun"
        program.write_text(f'#!/bin/sh\nSLURM_CONF={self.folder}/slurm.conf exec {shutil.which("srun")} "$@"\n')
        program.chmod(0o755)

    def _start_munge(self) -> None:
        own = self.folder / "munge"
        own.mkdir(mode=0o700)
        (own / "key").write_bytes(os.urandom(1024))
        (own / "key").chmod(0o400)
        places = {"key-file": own / "key", "log-file": own / "log", "seed-file": own / "seed"}
        options = [f"--{name}={place}" for name, place in places.items()]
        self.call(
            "munged",
            "--force",
            f"--socket={self.folder}/munge.socket",
            f"--pid-file={self.folder}/munged.pid",
            *options,
        )

    def _wait_for(self, nodes: list[str]) -> None:
        end = time.monotonic() + 60
        while (states := self.call("sinfo", "--noheader", "--Node", "--format=%N %T").split()).count("idle") < len(
            nodes
        ):
            assert time.monotonic() < end, states
            time.sleep(0.5)


def _free_ports(number: int) -> list[int]:
    """Ports that nobody listens at."""
    sockets = [socket.socket() for _ in range(number)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def _kill(processes: list[psutil.Process]) -> None:
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()
