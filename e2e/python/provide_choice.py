"""Drives a running hub with the official Python SDK: both transports, both protocol eras.

Started by `cargo xtask e2e python`, which builds the binary, starts the hub and passes a token in
SAYSO_E2E_TOKEN. Answers come from `sayso answer`, as a person at a shell would give them.
"""

import argparse
import asyncio
import json
import os
import time
from contextlib import asynccontextmanager
from pathlib import Path

from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

CASES = json.loads((Path(__file__).parent.parent / "cases.json").read_text(encoding="utf-8"))
QUESTION_SECONDS_MAX = 20
CALL_SECONDS_MAX = 60
ERAS = {"legacy": "2025-11-25", "auto": "2026-07-28"}


class Sayso:
    """The binary under test, at one data directory."""

    def __init__(self, program: str, data_dir: str) -> None:
        self.program = program
        self.data_dir = data_dir

    async def run(self, *arguments: str) -> str:
        code, stdout = await self.ended(*arguments)
        assert code == 0, f"sayso {arguments} ended with {code}"
        return stdout

    async def ends_with(self, expected: int, *arguments: str) -> None:
        code, _ = await self.ended(*arguments)
        assert code == expected, f"sayso {arguments} ended with {code}"

    async def ended(self, *arguments: str) -> tuple[int, str]:
        process = await asyncio.create_subprocess_exec(
            self.program, *arguments, "--data-dir", self.data_dir, stdout=asyncio.subprocess.PIPE
        )
        stdout, _ = await process.communicate()
        return process.returncode, stdout.decode()

    async def active(self) -> list[dict]:
        return json.loads(await self.run("list", "--json", "--filter", "active"))

    async def question(self, title: str) -> str:
        """Waits until a question with this title is listed; returns its id."""
        give_up = time.monotonic() + QUESTION_SECONDS_MAX
        while time.monotonic() < give_up:
            for row in await self.active():
                if row["title"] == title:
                    assert row["status"] == "pending", row
                    return row["session_id"]
            await asyncio.sleep(0.05)
        raise AssertionError(f"no question {title!r} was listed within {QUESTION_SECONDS_MAX} s")


def outcome(result) -> dict:
    """The structured result without what differs from run to run, after checking its form."""
    assert not result.is_error, result
    structured = dict(result.structured_content)
    assert json.loads(result.content[0].text) == structured, "text and structured content differ"
    assert structured.pop("session_id")
    assert structured.pop("waited_ms") >= 0
    assert structured.pop("summary")
    by = structured["answered_by"]
    assert by.pop("at")
    by.pop("name", None)
    return structured


def expected(case: dict, interface: str) -> dict:
    by = {"kind": "person", "surface": "cli"}
    return {**case["expected"], "interface": interface, "answered_by": by}


def arguments(case: dict, label: str, interface: str) -> dict:
    own = case["arguments"]
    return {**own, "title": f"{own['title']} ({label})", "interface": interface, "timeout_seconds": 120}


async def answered_while_waiting(client: Client, sayso: Sayso, case: dict, label: str) -> None:
    request = arguments(case, label, "web")
    call = asyncio.create_task(client.call_tool("provide_choice", request))
    session_id = await sayso.question(request["title"])
    assert not call.done(), "the call ended before anybody answered"
    await sayso.run("answer", session_id, *case["answer"])
    result = await asyncio.wait_for(call, CALL_SECONDS_MAX)
    assert result.structured_content["session_id"] == session_id
    assert outcome(result) == expected(case, "web"), result.structured_content


async def handed_off_and_polled(client: Client, sayso: Sayso, label: str) -> None:
    case = CASES[0]
    request = arguments(case, f"{label}, hand-off", "terminal")
    pending = (await client.call_tool("provide_choice", request)).structured_content
    assert pending["action_status"] == "pending", pending
    assert pending["terminal_command"] and pending["url"] and pending["instructions"], pending
    session_id = pending["session_id"]
    poll = asyncio.create_task(client.call_tool("provide_choice", {"session_id": session_id}))
    await sayso.run("answer", session_id, *case["answer"])
    first = await asyncio.wait_for(poll, CALL_SECONDS_MAX)
    again = await client.call_tool("provide_choice", {"session_id": session_id})
    assert first.structured_content == again.structured_content, "a second poll gave something else"
    assert outcome(first) == expected(case, "terminal"), first.structured_content


async def refused_before_anyone_is_asked(client: Client, sayso: Sayso, label: str) -> None:
    request = {**arguments(CASES[0], f"{label}, refused", "web"), "prompt": "Why?"}
    result = await client.call_tool("provide_choice", request)
    assert result.is_error, result
    assert "prompt_lacks_context" in result.content[0].text, result
    assert all(row["title"] != request["title"] for row in await sayso.active())


async def check(client: Client, sayso: Sayso, label: str, version: str) -> None:
    assert client.protocol_version == version, client.protocol_version
    assert client.server_info.name == "sayso", client.server_info
    assert client.instructions, "the server gave no instructions"
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    tool = tools["provide_choice"]
    assert tool.input_schema and tool.output_schema and tool.annotations and tool.description, tool
    assert "requestUserChoice" not in tools, "an internal tool is shown to an ordinary client"
    prompts = [prompt.name for prompt in (await client.list_prompts()).prompts]
    assert "decision_policy" in prompts, prompts
    for case in CASES:
        await answered_while_waiting(client, sayso, case, label)
        print(f"ok: {label}, {case['name']}", flush=True)
    await handed_off_and_polled(client, sayso, label)
    print(f"ok: {label}, hand-off and poll", flush=True)
    await refused_before_anyone_is_asked(client, sayso, label)
    print(f"ok: {label}, refusal", flush=True)


@asynccontextmanager
async def over_stdio(sayso: Sayso, mode: str, **options):
    server = StdioServerParameters(
        command=sayso.program, args=["mcp", "--data-dir", sayso.data_dir], env=dict(os.environ)
    )
    async with Client(server, mode=mode, **options) as client:
        yield client


@asynccontextmanager
async def over_http(url: str, mode: str, **options):
    headers = {"Authorization": f"Bearer {os.environ['SAYSO_E2E_TOKEN']}"}
    async with create_mcp_http_client(headers=headers) as http:
        transport = streamable_http_client(url, http_client=http)
        async with Client(transport, mode=mode, **options) as client:
            yield client


def hub_of_arguments(description: str) -> tuple[Sayso, str]:
    """The binary at its data directory, and the hub's MCP endpoint, as the command line names them."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--sayso", required=True, help="the binary")
    parser.add_argument("--data-dir", required=True)
    parser.add_argument("--url", required=True, help="the hub's MCP endpoint")
    options = parser.parse_args()
    return Sayso(options.sayso, options.data_dir), options.url


async def main() -> None:
    sayso, url = hub_of_arguments(__doc__)
    for mode, version in ERAS.items():
        async with over_stdio(sayso, mode) as client:
            await check(client, sayso, f"stdio {mode}", version)
        async with over_http(url, mode) as client:
            await check(client, sayso, f"http {mode}", version)
    left = await sayso.active()
    assert left == [], f"questions left over: {left}"


if __name__ == "__main__":
    asyncio.run(main())
