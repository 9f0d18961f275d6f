/** Recipients to choose, as faces. @module */
import type { VNode } from "preact";
import { Identicon } from "../../ui/parts/icons/identicon.tsx";
import { shortAddress } from "../../ui/text/short_address.ts";
import { verifiedNames } from "./verified_names.ts";
import { useLoaded } from "../parts/loaded.tsx";
import type { RoomProps } from "../parts/room.ts";
import type { Payee } from "./payees.ts";

/** The faces; renders nothing without any. An address without a name shows its verified one. */
export function Faces(
  { device, text, payees, chainId, choose }: Pick<RoomProps, "device" | "text"> & {
    payees: readonly Payee[];
    /** Network of the verified names; `null` for names of this device only. */
    chainId: number | null;
    /** Called with the text for the field. */
    choose: (typed: string) => void;
  },
): VNode | null {
  const unnamed = payees.flatMap(({ address, name }) => name === undefined ? [address] : []);
  const { value: names } = useLoaded(
    () =>
      chainId === null || unnamed.length === 0
        ? Promise.resolve(null)
        : verifiedNames(device.service, unnamed, chainId).catch(() => null),
    `${chainId} ${unnamed.join()}`,
  );
  if (payees.length === 0) return null;
  const plain = (name = "") => name.toLocaleLowerCase();
  // A name stands for an address only if no other contact has it.
  const typedFor = ({ address, name }: Payee) => {
    const same = device.contacts.list().filter((each) => plain(each.name) === plain(name));
    return same.length === 1 && same[0]!.address === address ? name! : address;
  };
  return (
    <div class="faces" role="group" aria-label={text.recent}>
      {payees.map((payee) => (
        <button
          key={payee.address}
          type="button"
          class="face"
          data-testid="home-contact"
          onClick={() => choose(typedFor(payee))}
        >
          <span class="disc">
            <Identicon address={payee.address} />
          </span>
          <Label {...payee} name={payee.name ?? names?.get(payee.address.toLowerCase())} />
        </button>
      ))}
    </div>
  );
}

/** Name of a recipient, or its shortened address on one line. */
function Label({ address, name }: { address: string; name: string | null | undefined }): VNode {
  return name ? <bdi>{name}</bdi> : <bdi class="short">{shortAddress(address)}</bdi>;
}
