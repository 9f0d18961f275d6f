/** Handlers that are loaded with a session, or with the first read. @module */
import { ethSendTransaction as ethSendTransactionMethod } from "../../protocol/methods/calls/eth_send_transaction.ts";
import { walletSendCalls as walletSendCallsMethod } from "../../protocol/methods/calls/wallet_send_calls.ts";
import type { MethodName } from "../../protocol/methods.ts";
import { ethSignTypedDataV4 as ethSignTypedDataV4Method } from "../../protocol/methods/signing/eth_sign_typed_data_v4.ts";
import { personalSign as personalSignMethod } from "../../protocol/methods/signing/personal_sign.ts";
import { walletSign as walletSignMethod } from "../../protocol/methods/signing/wallet_sign.ts";
import type { Handlers } from "./context.ts";
import { handle } from "../../schema/handle.ts";
import { readHandlers } from "./reads.ts";
import { ethSendTransaction, walletSendCalls } from "./send.ts";
import { ethSignTypedDataV4, personalSign, walletSign } from "./sign.ts";

/** Handlers that load with a session, or with the first request that reads. */
export const sessionHandlers = {
  ...readHandlers,
  eth_sendTransaction: handle(ethSendTransactionMethod, ethSendTransaction),
  eth_signTypedData_v4: handle(ethSignTypedDataV4Method, ethSignTypedDataV4),
  personal_sign: handle(personalSignMethod, personalSign),
  wallet_sendCalls: handle(walletSendCallsMethod, walletSendCalls),
  wallet_sign: handle(walletSignMethod, walletSign),
} satisfies Partial<Handlers<MethodName>>;

/** A method whose handler loads with a session. */
export type SessionMethod = keyof typeof sessionHandlers;
