/** Decodes events of an ABI from logs. @module */
import {
  type Abi,
  type AbiEvent,
  type ContractEventName,
  type Hex,
  type Log,
  parseEventLogs,
  type ParseEventLogsReturnType,
  toEventSelector,
} from "viem";

/** Decoded logs. */
type Events<abi extends Abi> = ParseEventLogsReturnType<abi, ContractEventName<abi>, true>;
/** Events by their first topic. */
type Selectors = ReadonlyMap<Hex, readonly AbiEvent[]>;

const known = new WeakMap<Abi, Selectors>();

/**
 * Decodes logs that are events of an ABI, and skips other logs. viem hashes all events of the ABI
 * for each call and for each log; here the ABI is first reduced to the events in the logs.
 */
export function readEvents<const abi extends Abi>(
  abi: abi,
  logs: readonly Log[],
): Events<abi> {
  const selectors = selectorsOf(abi);
  const found = logs.filter(({ topics }) => topics[0] !== undefined && selectors.has(topics[0]));
  if (found.length === 0) return [];
  const named = new Set(found.map(({ topics }) => topics[0]!));
  const events = [...named].flatMap((topic) => selectors.get(topic)!);
  return parseEventLogs({ abi: events, logs: found }) as unknown as Events<abi>;
}

function selectorsOf(abi: Abi): Selectors {
  const found = known.get(abi);
  if (found !== undefined) return found;
  const selectors = new Map<Hex, AbiEvent[]>();
  for (const item of abi) {
    if (item.type !== "event" || item.anonymous) continue;
    const selector = toEventSelector(item);
    selectors.set(selector, [...selectors.get(selector) ?? [], item]);
  }
  known.set(abi, selectors);
  return selectors;
}
