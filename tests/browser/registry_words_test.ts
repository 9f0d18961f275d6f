/** Words of the public registry in the dialogs, in both modes, and changes of them by a service. */
import { assert, assertEquals } from "@std/assert";
import { encodeFunctionData, hashTypedData, type Hex, numberToHex, parseAbi } from "viem";
import { descriptorHash } from "../../core/reading/clear/further.ts";
import { hashes } from "../../core/reading/clear/hashes.ts";
import { garden, pinnedWords, weeds } from "./garden.ts";
import { getWorld, modes, newOwner, openRequest, options, press, type User } from "./harness.ts";

/** Makes the pages trust descriptors, in place of an equal number from the release. */
async function believe({ context }: Pick<User, "context">, texts: readonly string[]) {
  const all = [...hashes];
  const changed: string[] = [];
  const own = await Promise.all(texts.map(descriptorHash));
  await context.route(/\.js$/, async (route) => {
    // Names of this machine are the browser's: other programs reach it by its address.
    const url = new URL(route.request().url());
    const headers = { ...route.request().headers(), host: url.host };
    url.hostname = "127.0.0.1";
    const answer = await route.fetch({ url: url.href, headers });
    const body = await answer.text();
    const changedBody = own.reduce((text, hash, index) => text.replace(all[index]!, hash), body);
    if (changedBody !== body) changed.push(url.href);
    const type = answer.headers()["content-type"] ?? "";
    await route.fulfill({ headers: { "content-type": type }, body: changedBody });
  });
  return changed;
}

const plant = (gardener: Hex) =>
  encodeFunctionData({
    abi: parseAbi(["function plant(address gardener, uint256 seeds)"]),
    args: [gardener, 77n],
  });

const bed = (chainId: number, verifyingContract: Hex, gardener: Hex) => ({
  types: {
    EIP712Domain: [
      { name: "name", type: "string" },
      { name: "chainId", type: "uint256" },
      { name: "verifyingContract", type: "address" },
    ],
    Bed: [{ name: "gardener", type: "address" }, { name: "seeds", type: "uint256" }],
  },
  primaryType: "Bed",
  domain: { name: "Garden", chainId, verifyingContract },
  message: { gardener, seeds: "77" },
} as const);

for (const mode of modes) {
  Deno.test(
    `registry words, ${mode}: a call and typed data, if no byte was changed`,
    options,
    async () => {
      const { stack: { chainId } } = await getWorld();
      await using user = await newOwner({ mode });
      const { app, account } = user;
      const changed = await believe(user, pinnedWords);

      const call = async (to: Hex) => {
        const asked = await openRequest<{ id: string }>(app, mode, "wallet_sendCalls", [{
          version: "2.0.0",
          chainId: numberToHex(chainId),
          from: account,
          atomicRequired: true,
          calls: [{ to, data: plant(account) }],
        }]);
        const { dialog } = asked;
        await dialog.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
        const text = await dialog.getByTestId("sdk-card").textContent() ?? "";
        return { asked, text };
      };
      const known = await call(garden);
      for (const part of ["Rose Garden: Plant roses", "Gardener", "Number of seeds", "77"]) {
        assert(known.text.includes(part), `${part} is missing: ${known.text}`);
      }
      assert(changed.length > 0, "no page has the hashes");
      await press(known.asked.dialog, "sdk-confirm");
      assertEquals((await known.asked.answer()).result?.id.length, 66);

      const unknown = await call(weeds);
      assert(!/[RN]ose Garden|Plant roses|Number of seeds/.test(unknown.text), unknown.text);
      await unknown.asked.dialog.getByTestId("sdk-warning-unknown_function").waitFor();
      await unknown.asked.dialog.getByTestId("sdk-cancel").click();
      assertEquals((await unknown.asked.answer()).error?.code, 4001);

      const sign = async (contract: Hex) => {
        const data = bed(chainId, contract, account);
        const asked = await openRequest<Hex>(app, mode, "eth_signTypedData_v4", [account, data]);
        const { dialog } = asked;
        await dialog.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
        // The warning that it names the account is displayed with words and without.
        await dialog.getByTestId("sdk-warning-acts_for_you").waitFor();
        const text = await dialog.getByTestId("sdk-card").textContent() ?? "";
        const words = await dialog.getByTestId("sdk-described").count();
        return { asked, text, words, data };
      };
      const described = await sign(garden);
      assertEquals(described.words, 1);
      for (const part of ["Rose Garden: Reserve a bed", "Number of seeds", "gardener", "77"]) {
        assert(described.text.includes(part), `${part} is missing: ${described.text}`);
      }
      await press(described.asked.dialog, "sdk-confirm");
      const signature = (await described.asked.answer()).result!;
      const valid = await app.ask<boolean>("eth_call", [{
        to: account,
        data: encodeFunctionData({
          abi: parseAbi(["function isValidSignature(bytes32, bytes) view returns (bytes4)"]),
          args: [
            hashTypedData({
              ...described.data,
              domain: { ...described.data.domain, chainId: BigInt(chainId) },
              message: { gardener: account, seeds: 77n },
            }),
            signature,
          ],
        }),
      }, "latest"]);
      assert(`${valid.result}`.startsWith("0x1626ba7e"), JSON.stringify(valid));

      const plain = await sign(weeds);
      assertEquals(plain.words, 0);
      assert(!/[RN]ose Garden|Reserve a bed|Number of seeds/.test(plain.text), plain.text);
      for (const part of ["Bed", "gardener", "seeds", "77"]) {
        assert(plain.text.includes(part), `${part} is missing: ${plain.text}`);
      }
      await plain.asked.dialog.getByTestId("sdk-cancel").click();
      assertEquals((await plain.asked.answer()).error?.code, 4001);
      assertEquals(user.problems, []);
    },
  );
}
