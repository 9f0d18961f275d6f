/** Alarms on top of the page: waiting recoveries of this device's accounts. @module */
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { getAddress, type Hex, slice } from "viem";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import {
  runningRecoveries,
  type RunningRecovery,
  waitingOn,
} from "../../core/account/owners/veto.ts";
import { readChains } from "../../core/client/owners.ts";
import type { Device } from "../device/device.ts";
import { fromNow } from "../../ui/text/from_now.ts";
import { list, moment } from "../../ui/text/numbers.ts";
import { apart } from "../parts/phrases.ts";
import type { HomeText } from "../text/home_en.ts";
import { useLoaded } from "../parts/loaded.tsx";
import { friendOf } from "./owners.tsx";

interface Alarm {
  readonly record: AccountRecord;
  readonly running: RunningRecovery;
}

/** Every waiting recovery, the most urgent first, each with a button to stop it. */
export function Alarms(props: {
  device: Device;
  accounts: readonly AccountRecord[];
  text: HomeText;
  /** BCP 47 tag for dates. */
  tag: string;
  /** Resolves once the dialog is closed. */
  stop: (record: AccountRecord, owner: Hex) => Promise<void>;
}): VNode {
  const { device, accounts, text, tag } = props;
  // The accounts' own sections report an unreachable service.
  const { value, refresh } = useLoaded(() => loadAlarms(device, accounts), accounts);
  useEffect(() => {
    const ends = accounts.map(({ account: { address } }) =>
      device.follow(address, ["recoveryChanged"], refresh)
    );
    return () => ends.forEach((end) => end());
  }, [accounts]);
  return (
    <>
      {value?.map(({ record, running }) => (
        <section
          key={`${record.account.address} ${running.owner}`}
          class="banner danger alarm"
          role="alert"
          data-testid="home-recovering"
        >
          <Starter tag={tag} device={device} record={record} running={running} text={text} />
          <button
            type="button"
            data-testid="home-recovery-stop"
            onClick={() => void props.stop(record, running.owner).then(refresh)}
          >
            {text.stopRecovery}
          </button>
        </section>
      ))}
    </>
  );
}

/** Time of a recovery, and the friend, contact or address that started it. */
export function Starter(
  { device, record, running, text, tag }: Alarm & { device: Device; text: HomeText; tag: string },
): VNode {
  const address = getAddress(slice(running.owner, 12));
  const friend = friendOf({ device, record, owner: { address } });
  const own = record.ens ?? record.name;
  return (
    <>
      <p>
        <strong>
          {friend === undefined
            ? text.recovering(own)
            : text.recoveringBy(`\u2068${friend}\u2069`, `\u2068${own}\u2069`)}
        </strong>
      </p>
      <p>
        {text.recoveringSince(
          fromNow(running.readyAt, tag),
          moment(BigInt(running.readyAt), tag) ?? "–",
          named(running, tag),
        )} {friend === undefined ? text.recoveringFrom : text.recoveringAsk}
      </p>
      {friend === undefined ? <code>{address}</code> : null}
    </>
  );
}

async function loadAlarms(
  { service }: Device,
  accounts: readonly AccountRecord[],
): Promise<readonly Alarm[]> {
  const found = await Promise.all(
    accounts.map(async (record) =>
      runningRecoveries(waitingOn(await readChains(service, record.account)))
        .map((running): Alarm => ({ record, running }))
    ),
  );
  return found.flat().sort((a, b) => a.running.readyAt - b.running.readyAt);
}

function named({ chains }: RunningRecovery, tag: string): string {
  return list(chains.map(({ name }) => apart(name)), tag);
}
