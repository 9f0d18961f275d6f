/** Owners of an account. @module */
import type { JSX } from "preact";
import type { OwnerView } from "@sdk/core/dialog";
import { Address } from "./address.tsx";
import { useDialogContext } from "../hooks/context.ts";
import { Row } from "./rows.tsx";

/** An owner. Its address stands in full: it decides who has control. */
export function Owner({ owner }: { owner: OwnerView }): JSX.Element {
  const { text } = useDialogContext();
  if (owner.address !== undefined) return <Address address={owner.address} whole />;
  return owner.name === undefined
    ? <bdi dir="ltr" class="mono">{`${owner.owner.slice(0, 10)}…${owner.owner.slice(-8)}`}</bdi>
    : <bdi>{owner.here ? text.passkeyHere(owner.name) : owner.name}</bdi>;
}

/** The owners that a change also sets on a network with different ones. */
export function StayingOwners({ owners }: { owners: readonly OwnerView[] }): JSX.Element {
  const { text } = useDialogContext();
  return (
    <>
      {owners.map((each) => (
        <Row
          key={each.owner}
          label={each.kind === "recovery" ? text.ownerStaysRecovery : text.ownerStays}
          testid="sdk-owner-stays"
          decides
        >
          <Owner owner={each} />
        </Row>
      ))}
    </>
  );
}
