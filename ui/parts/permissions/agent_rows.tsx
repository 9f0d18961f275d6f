/**
 * Shows the description of an agent by an app or a link, separate from the wallet's own texts.
 *
 * @module
 */
import type { JSX } from "preact";
import type { AgentView } from "@sdk/core/dialog";
import { useDialogContext, useWords } from "../hooks/context.ts";
import { list } from "../../text/numbers.ts";
import { Row } from "../values/rows.tsx";

/** Name, purpose and hosts, under a heading that names their source. */
export function AgentRows(
  { agent, source }: { agent: AgentView; source: string },
): JSX.Element {
  const words = useWords("grant");
  const { tag } = useDialogContext();
  const { name, purpose, hosts = [] } = agent;
  return (
    <section class="section" data-testid="sdk-agent">
      <h2>{source}</h2>
      <dl class="panel rows">
        {purpose === undefined ? null : (
          <Row label={words.purpose}>
            <span class="wrap">{words.quoted(`\u2068${purpose}\u2069`)}</span>
          </Row>
        )}
        {purpose === undefined && hosts.length === 0
          ? (
            <Row label={words.agentName}>
              <bdi>{name}</bdi>
            </Row>
          )
          : null}
        {hosts.length === 0 ? null : (
          <Row label={words.hosts}>
            <bdi dir="ltr" class="block wrap">{list(hosts, tag)}</bdi>
            <small class="block muted">{words.hostsHint}</small>
          </Row>
        )}
      </dl>
    </section>
  );
}
