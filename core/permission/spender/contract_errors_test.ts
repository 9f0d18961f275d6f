import { assertEquals } from "@std/assert";
import { decodeErrorResult, encodeErrorResult } from "viem";
import { permissionsAbi } from "../../../contracts/artifacts/permissions_abi.ts";
import { permissionErrors } from "../mod.ts";

Deno.test("permission errors: they equal the contract's, completely", () => {
  const contract = permissionsAbi.filter((item) => item.type === "error").map((
    { type, name, inputs },
  ) => ({ type, name, inputs: inputs.map(({ name, type }) => ({ name, type })) }));
  assertEquals([...permissionErrors] as unknown[], contract);
});

Deno.test("permission errors: a use above an allowance is recognized from the revert data", () => {
  const data = encodeErrorResult({
    abi: permissionsAbi,
    errorName: "AllowanceExceeded",
    args: [0n, 61n, 60n],
  });
  const { errorName, args } = decodeErrorResult({ abi: permissionErrors, data });
  assertEquals([data.slice(0, 10), errorName, args], ["0x597e1da1", "AllowanceExceeded", [
    0n,
    61n,
    60n,
  ]]);
});
