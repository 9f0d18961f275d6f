/**
 * An agent in a separate process that a test kills. Prints the answer's status and body.
 *
 * @module
 */
import { createPublicClient } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { openFileJournal } from "../../../pay/record/file_journal.ts";
import { payingFetch } from "../../../pay/mod.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { viemChain } from "../support/viem_chain.ts";

const { privateKey, granted, rpcUrl, url, journal: path, token } = JSON.parse(Deno.args[0]!);
const chain = viemChain({ chainId: Number(granted.chainId), rpcUrl });
const journal = await openFileJournal(path);
const fetchPaid = payingFetch({
  granted,
  key: privateKeyToAccount(privateKey),
  client: createPublicClient({ chain, transport: patientHttp(rpcUrl), pollingInterval: 20 }),
  limits: [{ token, perRequest: 100n }],
  journal,
});
const response = await fetchPaid(url);
console.log(JSON.stringify({ status: response.status, body: await response.json() }));
await journal.close();
