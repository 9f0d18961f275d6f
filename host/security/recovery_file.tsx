/** Page that saves the recovery file and the rescue page. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { moment } from "../../ui/text/numbers.ts";
import type { RoomProps } from "../parts/room.ts";
import { download } from "../parts/download.ts";
import { CheckIcon, DownloadIcon, FileIcon, RescueIcon } from "../parts/icons.tsx";
import type { Loaded } from "../parts/loaded.tsx";
import { Page } from "../parts/page.tsx";
import { hashOf } from "../parts/route.ts";
import { rescuePath } from "../page/operator.ts";
import { type LoadedOwners, loadOwners } from "./load.ts";
import { isOutdated, isUsable, noteSaved, recoveryFile, savedFile } from "./saved_file.ts";

/** The data to store outside of this wallet. */
export function RecoveryFile(props: RoomProps & { owners: Loaded<LoadedOwners> }): VNode {
  const { device, record, owners, text, tag } = props;
  const { address } = record.account;
  const [saved, setSaved] = useState(() => savedFile(device.storage, address));
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const outdated = owners.value !== null && isOutdated(saved, owners.value.now);
  const canUse = owners.value === null || isUsable(device.storage, address, owners.value.owners);
  const isSafe = saved !== null && !outdated && canUse;
  const rescue = rescuePath();
  const save = async () => {
    setState("busy");
    try {
      const { now } = await loadOwners(device, record);
      const json = await recoveryFile(record.account, now);
      download(`recovery-${address}.json`, "application/json", json);
      noteSaved(device.storage, address, now.tip.head);
      setState("idle");
      setSaved(savedFile(device.storage, address));
      owners.refresh();
    } catch {
      setState("failed");
    }
  };
  const page = { title: text.file, text, back: "security", testid: "home-file-page" } as const;
  // Its first button depends on the owners, and must not move below the pointer.
  if (owners.value === null && !owners.failed) return <Page {...page}>{null}</Page>;
  return (
    <Page {...page}>
      <section class="card center" data-testid="home-file" data-outdated={outdated}>
        <span class={isSafe ? "disc large good" : "disc large"}>
          {isSafe ? <CheckIcon /> : <FileIcon />}
        </span>
        <div>
          <h2 data-testid={saved === null ? undefined : "home-file-saved"}>
            {saved === null
              ? text.fileUnsaved
              : text.fileSaved(moment(BigInt(saved.at), tag) ?? "–")}
          </h2>
          {outdated
            ? <p class="note warning" role="note" data-testid="home-file-old">{text.fileOld}</p>
            : <p class="note">{text.fileLine}</p>}
        </div>
        {state === "failed" ? <p role="alert" class="note danger">{text.fileFailed}</p> : null}
        {canUse
          ? null
          : (
            <a class="button primary wide" href={hashOf("recovery")} data-testid="home-file-first">
              {text.fileFirst}
            </a>
          )}
        <button
          type="button"
          class={isSafe || !canUse ? "wide" : "primary wide"}
          disabled={state === "busy"}
          data-testid="home-save-file"
          onClick={() => void save()}
        >
          {saved === null ? text.fileSave : text.fileAgain}
        </button>
        <p class="note" data-testid="home-file-where">{text.fileWhere}</p>
      </section>
      {rescue === null ? null : (
        <div class="panel">
          <a class="row" href={rescue} download="rescue.html" data-testid="home-rescue">
            <RescueIcon />
            <span class="row-text">
              {text.rescueSave}
              <span class="note">{text.rescueLine}</span>
            </span>
            <DownloadIcon />
          </a>
        </div>
      )}
    </Page>
  );
}
