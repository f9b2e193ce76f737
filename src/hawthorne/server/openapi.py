"""The OpenAPI description of the server, made of the data of its routes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from hawthorne import __version__
from hawthorne.bots.routes import ROUTES, Route
from hawthorne.evals.worlds.contract import EVAL_ROUTES, EvalRoute

ERROR = {"$ref": "#/components/schemas/Error"}
DOOR = (400, 401, 403, 413, 415)
"""What every request may be answered with at the door; see `hawthorne.server.requests`."""


@lru_cache(maxsize=2)
def describe(evaluation: bool) -> dict[str, Any]:
    """The description; `evaluation`: of a server that a player moves."""
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        _put(paths, route.path, route.method, _operation(route))
    for each in EVAL_ROUTES if evaluation else ():
        _put(paths, each.path, each.method, _eval_operation(each))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Hawthorne: a team of bots",
            "version": __version__,
            "description": "The harness of a team of bots. Answers and refusals are JSON; a refusal names its row.",
        },
        "paths": paths,
        "components": {
            "schemas": {
                "Error": {
                    "type": "object",
                    "properties": {"error": {"type": "string"}, "code": {"type": "string"}},
                    "required": ["error", "code"],
                }
            },
            "securitySchemes": {"capability": {"type": "http", "scheme": "bearer"}},
        },
    }


def _put(paths: dict[str, dict[str, Any]], path: str, method: str, operation: Mapping[str, Any]) -> None:
    paths.setdefault(path, {})[method.lower()] = operation


def _operation(route: Route) -> dict[str, Any]:
    named = re.findall(r"\{(\w+)\}", route.path)
    shape = route.body
    properties = shape.get("properties", {})
    made: dict[str, Any] = {
        "summary": route.about,
        "operationId": f"{route.does}_{route.method.lower()}_{re.sub(r'[^a-z]+', '_', route.path.lower()).strip('_')}",
        "responses": _responses(route.statuses, {"type": "object"}),
    }
    parameters = [_parameter(name, "path", properties.get(name)) for name in named]
    parameters += [_parameter(name, "query", properties.get(name), name in shape.get("required", ()))
                   for name in route.query]  # fmt: skip
    if parameters:
        made["parameters"] = parameters
    if not route.reads and route.method != "GET":
        made["requestBody"] = _body(shape, {*named, *route.query, *(("token",) if route.internal else ())})
    if route.internal:
        made["security"] = [{"capability": []}]
    return made


def _eval_operation(route: EvalRoute) -> dict[str, Any]:
    made: dict[str, Any] = {
        "summary": route.about,
        "operationId": f"eval_{route.does}",
        "responses": _responses(route.statuses, route.answers),
    }
    if route.method != "GET":
        made["requestBody"] = _body(route.body, ())
    return made


def _parameter(name: str, where: str, shape: Any, required: bool = False) -> dict[str, Any]:
    return {"name": name, "in": where, "required": where == "path" or required, "schema": shape or {"type": "string"}}


def _body(shape: Mapping[str, Any], elsewhere: Iterable[str]) -> dict[str, Any]:
    """What the body holds: the route's value without what its path, its query and its bearer say."""
    left_out = set(elsewhere)
    kept = {name: value for name, value in shape.get("properties", {}).items() if name not in left_out}
    required = [name for name in shape.get("required", ()) if name not in left_out]
    schema: dict[str, Any] = {"type": "object"}
    schema |= {"properties": kept} if kept else {}
    schema |= {"required": required} if required else {}
    return {"required": bool(required), "content": {"application/json": {"schema": schema}}}


def _responses(statuses: Iterable[int], fine: Mapping[str, Any]) -> dict[str, Any]:
    found = {}
    for status in sorted({*statuses, *DOOR}):
        schema = fine if status < 300 else ERROR
        found[str(status)] = {
            "description": HTTPStatus(status).phrase,
            "content": {"application/json": {"schema": schema}},
        }
    return found
