/** Writes requests in other forms that may have the same effect. @module */
import { concat, encodeAbiParameters, type Hex, numberToHex, pad, toFunctionSelector } from "viem";
import { encode, type Made, type Scene } from "./scene.ts";
import type { Typed } from "./typed.ts";

/** A request in another form. */
export interface Form<T> {
  readonly form: string;
  readonly request: T;
}

/** Writes a call in other forms. If a contract rejects a form, it takes nothing. */
export function callForms(
  { account, thief, at }: Scene,
  call: Made,
): readonly Form<readonly Made[]>[] {
  const { to, data } = call;
  const own: readonly Made[] = [
    { to: at.old, data: encode("approve(address,uint256)", [thief, 0n]) },
    { to: at.coin, data: encode("transfer(address,uint256)", [account, 1n]) },
    { to: at.puppet, data: encode("run((address,uint256,bytes)[])", [[]]) },
  ];
  const bytes = (size: number) => concat([data, pad("0x7f", { size })]);
  const multicall = (of: Hex) => encode("multicall(bytes[])", [[of]]);
  const forms: Form<readonly Made[]>[] = [
    { form: "a byte more", request: [{ ...call, data: bytes(1) }] },
    { form: "after a greedy call", request: [greedy(thief), { ...call, data: bytes(1) }] },
    { form: "after harmless calls", request: [...own, call] },
    { form: "33 bytes more", request: [{ ...call, data: bytes(33) }] },
    { form: "before harmless calls", request: [call, ...own] },
    { form: "among many", request: [...Array(20).fill(own[2]), call, ...own] },
    { form: "in capital letters", request: [{ ...call, data: upper(data) }] },
    { form: "a dirty word", request: [{ ...call, data: dirty(data) }] },
  ];
  if (to !== at.coin && to !== at.cards) return forms;
  const nested = multicall(multicall(data));
  return [
    ...forms,
    { form: "multicall", request: [{ to, data: multicall(data) }] },
    { form: "multicall in multicall", request: [{ to, data: nested }] },
    {
      form: "multicall with a byte more",
      request: [{ to, data: concat([multicall(data), "0x01"]) }],
    },
    { form: "multicall at an odd offset", request: [{ to, data: oddOffset(data) }] },
    { form: "a byte more inside", request: [{ to, data: multicall(bytes(1)) }, ...own] },
  ];
}

/**
 * Builds a call without effect that decodes to thousands: lists that refer to the same bytes many
 * times.
 */
function greedy(to: Made["to"]): Made {
  const word = (value: number) => numberToHex(value, { size: 32 });
  const same = (inner: Hex): Hex => {
    const size = (inner.length - 2) / 2;
    const end = pad(inner, { dir: "right", size: Math.ceil(size / 32) * 32 });
    return concat([
      toFunctionSelector("function multicall(bytes[])"),
      word(32),
      word(80),
      ...Array.from({ length: 80 }, () => word(32 * 80)),
      word(size),
      end,
    ]);
  };
  return { to, data: same(same("0x12345678")) };
}

/** Points the list of a multicall behind meaningless words. */
function oddOffset(data: Hex): Hex {
  const list = encodeAbiParameters([{ type: "bytes[]" }], [[data]]);
  return concat([
    toFunctionSelector("function multicall(bytes[])"),
    numberToHex(32 * 4 + 7, { size: 32 }),
    pad("0xff", { size: 32 * 3 + 7 }),
    `0x${list.slice(2 + 64)}`,
  ]);
}

/** Writes bytes next to the first argument, if it is an address. */
function dirty(data: Hex): Hex {
  return data.slice(10, 34) === "0".repeat(24)
    ? `${data.slice(0, 10)}ff${data.slice(12)}` as Hex
    : data;
}

function upper(data: Hex): Hex {
  return `0x${data.slice(2).toUpperCase()}`;
}

/** Writes typed data in other forms with the same hash. */
export function typedForms(data: Typed): readonly Form<Typed>[] {
  const { types, primaryType, domain, message } = data;
  const fields = types[primaryType]!;
  const values = (change: (type: string, value: unknown) => unknown) => ({
    ...data,
    message: Object.fromEntries(
      fields.map(({ name, type }) => [name, change(type, message[name])]),
    ),
  });
  const isNumber = (type: string) => /^u?int/.test(type);
  const hex = (type: string, value: unknown) =>
    isNumber(type) ? `0x${BigInt(value as string).toString(16)}` : value;
  const zeros = (type: string, value: unknown) => isNumber(type) ? `000${value}` : value;
  const lower = (type: string, value: unknown) =>
    type === "address" ? (value as string).toLowerCase() : value;
  return [
    { form: "numbers as hex", request: values(hex) },
    { form: "other members", request: { ...data, message: { ...message, note: "refund" } } },
    { form: "numbers with zeros", request: values(zeros) },
    { form: "addresses in small letters", request: values(lower) },
    {
      form: "members in another order",
      request: { ...data, message: Object.fromEntries(Object.entries(message).reverse()) },
    },
    {
      form: "the chain as text",
      request: { ...data, domain: { ...domain, chainId: String(domain.chainId) } },
    },
    {
      form: "a type that nothing uses",
      request: { ...data, types: { ...types, Refund: [{ name: "amount", type: "uint256" }] } },
    },
  ];
}
