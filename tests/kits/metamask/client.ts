/**
 * MetaMask's own client (`@metamask/smart-accounts-kit`, as published) requests permissions from a
 * wallet and redeems them. It runs outside of the workspace, and can only reach this machine; its
 * statistics find no server.
 *
 * @module
 */
import { erc7710WalletActions, erc7715ProviderActions } from "npm:@metamask/smart-accounts-kit@2.0.0/actions";
import { overrideDeployedEnvironment } from "npm:@metamask/smart-accounts-kit@2.0.0/utils";
import { createClient, createPublicClient, createWalletClient, encodeFunctionData, erc20Abi, http } from "npm:viem@2.57.1";
import { privateKeyToAccount } from "npm:viem@2.57.1/accounts";
import { foundry } from "npm:viem@2.57.1/chains";

const { walletUrl, rpcUrl, manager, token, receiver, key, thief, expiry } = JSON.parse(Deno.args[0]);
const chain = { ...foundry, rpcUrls: { default: { http: [rpcUrl] } } };

// The client sends to the only manager that it has for a chain; here it is ours.
overrideDeployedEnvironment(chain.id, "1.3.0", { DelegationManager: manager });

const wallet = createClient({ transport: http(walletUrl, { timeout: 300_000, retryCount: 0 }) })
  .extend(erc7715ProviderActions());
const reader = createPublicClient({ chain, transport: http(rpcUrl), pollingInterval: 50 });
const sender = (privateKey) =>
  createWalletClient({ account: privateKeyToAccount(privateKey), chain, transport: http(rpcUrl) })
    .extend(erc7710WalletActions());
const [own, stolen] = [sender(key), sender(thief)];

/** Sends like the client, and returns the outcome. */
async function redeem(from, { context, delegationManager }, call) {
  try {
    const hash = await from.sendTransactionWithDelegation({
      ...call,
      permissionContext: context,
      delegationManager,
    });
    return (await reader.waitForTransactionReceipt({ hash })).status;
  } catch (error) {
    return /revert/.test(String(error)) ? "reverted" : String(error);
  }
}

const ether = (value, to = receiver) => ({ to, value, data: "0x" });
const tokens = (amount, to = receiver) => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] }),
});

const supported = await wallet.getSupportedExecutionPermissions();
const request = (type, data, more = {}) => ({
  chainId: chain.id,
  to: own.account.address,
  expiry,
  permission: {
    type,
    isAdjustmentAllowed: false,
    data: { ...(type.startsWith("erc20") ? { tokenAddress: token } : {}), ...data },
  },
  ...more,
});
const all = [
  request("native-token-periodic", { periodAmount: 100n, periodDuration: 86_400 }),
  request("erc20-token-periodic", {
    periodAmount: 100n,
    periodDuration: 7 * 86_400,
    startTime: expiry - 86_400 * 300,
    justification: "a subscription",
  }, { payee: [receiver] }),
  request("native-token-allowance", { allowanceAmount: 100n }, { expiry: undefined }),
  request("erc20-token-allowance", { allowanceAmount: 100n }, {
    redeemer: [own.account.address],
  }),
  request("erc20-token-stream", { amountPerSecond: 1n, initialAmount: 100n, maxAmount: 100n }),
];
const granted = await wallet.requestExecutionPermissions(all);

const used = [];
for (const permission of granted) {
  const pay = permission.permission.type.startsWith("native") ? ether : tokens;
  used.push([
    await redeem(stolen, permission, pay(1n)),
    await redeem(own, permission, pay(60n)),
    await redeem(own, permission, pay(41n)),
    await redeem(own, permission, pay(40n)),
  ]);
}
const payeeOnly = await redeem(own, granted[1], tokens(1n, stolen.account.address));

const refused = [];
for (
  const each of [
    request("erc20-token-stream", { amountPerSecond: 1n, maxAmount: 100n }),
    request("erc20-token-allowance", { allowanceAmount: 1n }, { redeemer: [receiver] }),
    request("erc20-token-revocation", {}),
  ]
) {
  refused.push(
    await wallet.requestExecutionPermissions([each]).then(
      () => "granted",
      (error) => error.walk((inner) => inner.code === 5700)?.code ?? String(error),
    ),
  );
}

const listed = await wallet.getGrantedExecutionPermissions();
const revoke = { permissionContext: granted[0].context };
const revoked = await wallet.request({
  method: "wallet_revokeExecutionPermission",
  params: [revoke],
});
const left = await wallet.getGrantedExecutionPermissions();

const plain = (_name, value) => typeof value === "bigint" ? `${value}` : value;
console.log(
  JSON.stringify({ supported, granted, used, payeeOnly, refused, listed, revoked, left }, plain),
);
