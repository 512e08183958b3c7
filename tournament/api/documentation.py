"""The OpenAPI document as its page shows it: groups of resources with their parameters, fields and an example."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple


class Parameter(NamedTuple):
    name: str
    kind: str
    description: str
    is_needed: bool


class ResourceInDocs(NamedTuple):
    """`anchor` is the fragment of the resource in the page's address. `fields` are those of the answer, nested ones by
    their path, as in "items.side.name"."""

    anchor: str
    address: str
    summary: str
    description: str
    parameters: tuple[Parameter, ...]
    fields: tuple[Parameter, ...]
    example: str


class GroupInDocs(NamedTuple):
    name: str
    resources: tuple[ResourceInDocs, ...]


def describe_api(schema: Mapping[str, Any]) -> list[GroupInDocs]:
    """Returns the groups in the order of the schema."""
    groups: dict[str, list[ResourceInDocs]] = {}
    for address, operations in schema["paths"].items():
        operation = operations["get"]
        groups.setdefault(operation["tags"][0], []).append(_describe_resource(address, operation, schema))
    return [GroupInDocs(name, tuple(resources)) for name, resources in groups.items()]


def _describe_resource(address: str, operation: Mapping[str, Any], schema: Mapping[str, Any]) -> ResourceInDocs:
    answer = operation["responses"]["200"]["content"]["application/json"]
    parts = schema["components"]["schemas"]
    parameters = tuple(
        Parameter(each["name"], _say_kind(each["schema"], parts), each.get("description", ""), each["required"])
        for each in operation["parameters"]
    )
    return ResourceInDocs(
        anchor=operation["operationId"],
        address=address,
        summary=operation["summary"],
        description=operation["description"].removeprefix(operation["summary"]).lstrip(". "),
        parameters=parameters,
        fields=tuple(_fields_in(answer["schema"], parts, "")),
        example=json.dumps(answer["example"], indent=2, ensure_ascii=False),
    )


def _fields_in(schema: Mapping[str, Any], parts: Mapping[str, Any], path: str) -> Iterator[Parameter]:
    resolved = _resolve(schema, parts)
    if resolved.get("type") == "array":
        yield from _fields_in(resolved["items"], parts, path)
    for name, each in resolved.get("properties", {}).items():
        where = f"{path}.{name}" if path else name
        yield Parameter(where, _say_kind(each, parts), each.get("description", ""), False)
        if "examples" not in each and _resolve(each, parts).get("title") != "Figure":
            yield from _fields_in(each, parts, where)


def _resolve(schema: Mapping[str, Any], parts: Mapping[str, Any]) -> Mapping[str, Any]:
    resolved: Mapping[str, Any] = schema
    while "$ref" in resolved or "anyOf" in resolved:
        resolved = parts[resolved["$ref"].rpartition("/")[2]] if "$ref" in resolved else resolved["anyOf"][0]
    return resolved


def _say_kind(schema: Mapping[str, Any], parts: Mapping[str, Any]) -> str:
    """Says a type as in "integer", "string (date) or null", "list of objects"."""
    if "anyOf" in schema:
        return " or ".join(_say_kind(each, parts) for each in schema["anyOf"])
    resolved = _resolve(schema, parts)
    if resolved.get("title") == "Figure":
        return "figure"
    if "enum" in resolved:
        return ", ".join(str(each) for each in resolved["enum"])
    if resolved.get("type") == "array":
        return f"list of {_say_kind(resolved.get('items', {}), parts)}s" if "items" in resolved else "list"
    kind = str(resolved.get("type", "value"))
    return f"{kind} ({resolved['format']})" if "format" in resolved else kind
