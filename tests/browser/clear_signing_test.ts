/** The description of calls and signatures in the dialogs themselves, in both modes. */
import { assert, assertEquals } from "@std/assert";
import { encodeFunctionData, hashMessage, hashTypedData, parseAbi, stringToHex } from "viem";
import { calldataDigests } from "../../core/reading/digests.ts";
import { getWorld, modes, newOwner, openRequest, options, press } from "./harness.ts";

const garden = `0x${"a8".repeat(20)}` as const;
const abi = ["function plant(uint256 seeds, string note)"];
const data = encodeFunctionData({
  abi: parseAbi(abi as string[]),
  args: [3n, "by the\u202e gate"],
});

for (const mode of modes) {
  Deno.test(`clear signing, ${mode}: a page's ABI, as its own words`, options, async () => {
    const { appUrl } = await getWorld();
    await using user = await newOwner({ mode });
    const { app } = user;

    const capabilities = await app.ask<Record<string, { abi: unknown }>>("wallet_getCapabilities");
    assertEquals(Object.values(capabilities.result!)[0]?.abi, { supported: true });

    const sending = await openRequest<{ id: string }>(app, mode, "wallet_sendCalls", [{
      calls: [{ to: garden, data }],
      capabilities: { abi },
    }]);
    const { dialog } = sending;
    const said = dialog.locator("[data-testid=sdk-explained][data-source=app]");
    await said.waitFor();
    const words = await said.textContent() ?? "";
    for (const part of [new URL(appUrl).host, "plant", "seeds", "3", "U+202E"]) {
      assert(words.includes(part), `${part} is missing: ${words}`);
    }
    await dialog.getByTestId("sdk-warning-unknown_function").waitFor();
    await dialog.getByTestId("sdk-show-fingerprints").click();
    const digest = dialog.getByTestId("sdk-digest");
    await digest.first().waitFor();
    assert((await digest.first().textContent() ?? "").includes(calldataDigests(data)[0]!.value));
    await press(dialog, "sdk-confirm");
    assertEquals((await sending.answer()).result?.id.length, 66);

    const { error } = await app.ask("wallet_sendCalls", [{
      calls: [{ to: garden, data }],
      capabilities: { abi: ["function plant(seed)"] },
    }]);
    assertEquals([error?.data.cause, error?.data.field], [
      "invalid_params",
      "params[0].capabilities.abi[0]",
    ]);
    assertEquals(user.problems, []);
  });

  Deno.test(`clear signing, ${mode}: the calls in a multicall are warned of`, options, async () => {
    await using user = await newOwner({ mode });
    const { app } = user;
    const steps = parseAbi([
      "function multicall(bytes[] data)",
      "function setApprovalForAll(address operator, bool approved)",
      "function water(uint256 litres)",
    ]);
    const inner = [
      encodeFunctionData({ abi: steps, functionName: "water", args: [7n] }),
      encodeFunctionData({ abi: steps, functionName: "setApprovalForAll", args: [garden, true] }),
    ];
    const asked = await openRequest(app, mode, "wallet_sendCalls", [{
      calls: [{
        to: garden,
        data: encodeFunctionData({ abi: steps, functionName: "multicall", args: [inner] }),
      }],
    }]);
    const { dialog } = asked;
    await dialog.getByTestId("sdk-warning-approval_for_all").waitFor();
    await dialog.getByTestId("sdk-warning-unknown_function").waitFor();
    const shown = dialog.getByTestId("sdk-step");
    await shown.first().waitFor();
    assertEquals(await shown.count(), 2);
    const words = await dialog.getByTestId("sdk-steps").textContent() ?? "";
    for (const part of ["2 steps inside", inner[0]!, "Allow access to a whole collection"]) {
      assert(words.includes(part), `${part} is missing: ${words}`);
    }
    await dialog.getByTestId("sdk-cancel").click();
    assertEquals((await asked.answer()).error?.code, 4001);
    assertEquals(user.problems, []);
  });
}

Deno.test("clear signing: fingerprints, and data that is not supported", options, async () => {
  await using user = await newOwner({ mode: "CrossPlatform" });
  const { account, app } = user;
  const fingerprints = async (method: string, params: unknown) => {
    const asked = await openRequest(app, "CrossPlatform", method, params);
    if (method === "personal_sign") await asked.dialog.getByTestId("sdk-message-details").click();
    await asked.dialog.getByTestId("sdk-show-fingerprints").click();
    await asked.dialog.getByTestId("sdk-digest").first().waitFor();
    const text = await asked.dialog.getByTestId("sdk-card").textContent() ?? "";
    await asked.dialog.getByTestId("sdk-cancel").click();
    assertEquals((await asked.answer()).error?.code, 4001);
    return text;
  };
  const message = "Hello, garden";
  const signed = await fingerprints("personal_sign", [stringToHex(message), account]);
  assert(signed.includes("ERC-191 Digest") && signed.includes(hashMessage(message)));

  const typedData = {
    types: {
      EIP712Domain: [{ name: "name", type: "string" }],
      Bed: [{ name: "seeds", type: "uint256" }],
    },
    primaryType: "Bed",
    domain: { name: "Garden" },
    message: { seeds: "3" },
  } as const;
  const shown = await fingerprints("eth_signTypedData_v4", [account, {
    ...typedData,
    domain: { ...typedData.domain, version: "unsigned version" },
    message: { ...typedData.message, note: "unsigned note" },
  }]);
  assert(shown.includes(hashTypedData({ ...typedData, message: { seeds: 3n } })));
  assert(shown.includes("Domain Hash") && shown.includes("Message Hash"));
  assert(!shown.includes("unsigned"), shown);
  assertEquals(user.problems, []);
});
