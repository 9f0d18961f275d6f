import { assertEquals } from "@std/assert";
import { AcctError } from "../../ground/errors.ts";
import { softwareAuthenticator } from "../../testing/authenticator.ts";
import {
  connectedAccount,
  fakeUser,
  localService,
  localWallet,
  origin,
  whenSettled,
} from "../../testing/local_wallet.ts";
import type { DialogRequest, MessagePreview, TypedDataPreview } from "../../dialog/types.ts";
import type { ParamsOf } from "../../dialog/requests.ts";

const { signal } = new AbortController();
const order: ParamsOf["eth_signTypedData_v4"]["typedData"] = {
  types: { Note: [{ name: "words", type: "string" }] },
  primaryType: "Note",
  domain: { name: "Shop", chainId: 1 },
  message: { words: "Seeds" },
};

type Signing = DialogRequest<"personal_sign" | "eth_signTypedData_v4">;
type Preview = MessagePreview | TypedDataPreview;

for (const method of ["personal_sign", "eth_signTypedData_v4"] as const) {
  Deno.test(`${method}: data that the service failed to return is requested again, any number of times`, async () => {
    let down = true;
    let reads = 0;
    const service = localService({
      configuration: () => Promise.reject(new AcctError("service_down")),
      chain() {
        reads++;
        return down ? Promise.reject(new AcctError("chain_down")) : Promise.resolve("0x00");
      },
    });
    const seen: Preview[] = [];
    const authenticator = softwareAuthenticator(origin);
    const ui = fakeUser(async (request: Signing) => {
      const settled = () => whenSettled<Preview>(request);
      seen.push(await settled());
      for (let i = 0; i < 3; i++) {
        const { retry } = request.preview.get();
        if (i === 2) down = false;
        retry!();
        assertEquals(request.preview.get().status, "loading");
        assertEquals([request.preview.get().error, request.preview.get().retry], [
          undefined,
          undefined,
        ]);
        seen.push(await settled());
      }
      return await request.approve({});
    });
    const wallet = localWallet(ui, { service, ceremony: authenticator });
    const address = await connectedAccount(wallet);
    reads = 0;
    const base = { account: address, chainId: 1 };
    const signature = method === "personal_sign"
      ? await wallet.ask(method, { ...base, message: "0x68656c6c6f" }, { signal })
      : await wallet.ask(method, { ...base, typedData: order }, { signal });
    assertEquals(signature.startsWith("0x"), true);
    assertEquals(seen.map(({ status, error }) => [status, error?.cause]), [
      ["error", "chain_down"],
      ["error", "chain_down"],
      ["error", "chain_down"],
      ["ready", undefined],
    ]);
    // Each try is one read, and signing needs none.
    assertEquals([reads, authenticator.prompts], [4, ["create", "get"]]);
    wallet.dispose();
  });
}
