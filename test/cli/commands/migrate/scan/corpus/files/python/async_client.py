from __future__ import annotations

import asyncio
from typing import Any

import httpx

KINDS = ("host", "contact", "rblprofile", "contactgroup")


class AsyncRbl:
    def __init__(self, auth: tuple[str, str], base: str = "https://api.rblmonitor.example/3.0") -> None:
        self.http = httpx.AsyncClient(base_url=base, auth=auth, timeout=30)

    async def all(self, kind: str) -> list[dict[str, Any]]:
        assert kind in KINDS
        first = (await self.http.get(f"/{kind}s.json")).json()
        pages = await asyncio.gather(
            *(self.http.get(f"/{kind}s.json", params={"page": n}) for n in range(2, first["total_pages"] + 1))
        )
        return first["data"] + [row for p in pages for row in p.json()["data"]]

    async def set_default(self, group: str) -> None:
        await self.http.post(f"/contactgroup/update/{group}.json", data={"is_default": 1})

    async def drop(self, ids: list[str]) -> None:
        for sid in ids:
            await self.http.post("/contactgroup/delete/" + sid + ".json")
