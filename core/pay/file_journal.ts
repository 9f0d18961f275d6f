/**
 * Keeps payments in a file, for Deno and Node. Each change is appended and flushed to the disk before
 * anything is sent.
 *
 * @example
 * ```ts ignore
 * import { openFileJournal } from "@sdk/core/pay_file";
 *
 * const journal = await openFileJournal("payments.jsonl");
 * ```
 *
 * @module
 */
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import process from "node:process";
import { PaymentError } from "./error.ts";
import type { PaymentJournal, PaymentRecord } from "./journal.ts";

export { PaymentError } from "./error.ts";
export type { PaymentErrorOptions, PaymentReason, PaymentRefusal } from "./error.ts";
export type { PaymentJournal, PaymentRecord, SignedTransaction, TransferKind } from "./journal.ts";
export type { Address, Hex } from "../lib/hex.ts";

/** Options of a journal. */
export interface FileJournalOptions {
  /** Milliseconds for which finished payments are kept. Default 90 days. */
  readonly keep?: number;
}

/** A journal in a file. */
export interface FileJournal extends PaymentJournal {
  /** Releases the file for another process. */
  close(): Promise<void>;
}

const NINETY_DAYS_MS = 90 * 86_400_000;

/**
 * Opens a journal, or starts an empty one. The file is readable for its owner only.
 *
 * @throws {PaymentError} `journal_in_use` while another process has it open
 */
export async function openFileJournal(
  path: string,
  { keep = NINETY_DAYS_MS }: FileJournalOptions = {},
): Promise<FileJournal> {
  await mkdir(dirname(path), { recursive: true });
  const lock = `${path}.lock`;
  await acquire(lock);
  try {
    const records = await read(path);
    const oldest = Date.now() - keep;
    for (const [id, { status, at }] of records) {
      if (status !== "signed" && at < oldest) records.delete(id);
    }
    // Renamed into place: a crash leaves the old file or the new one, never half of one.
    await flush(`${path}.new`, "w", [...records.values()].map(line).join(""));
    await rename(`${path}.new`, path);
    let last: Promise<void> = Promise.resolve();
    const close = async () => {
      await last.catch(() => {});
      await rm(lock, { force: true });
    };
    return {
      list: () => Promise.resolve([...records.values()]),
      put(record) {
        const done = last.catch(() => {}).then(async () => {
          await flush(path, "a", line(record));
          records.set(record.id, record);
        });
        last = done;
        return done;
      },
      close,
    };
  } catch (error) {
    await rm(lock, { force: true });
    throw error;
  }
}

function line(record: PaymentRecord): string {
  return `${JSON.stringify(record)}\n`;
}

async function flush(path: string, flag: "a" | "w", text: string): Promise<void> {
  const file = await open(path, flag, 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function read(path: string): Promise<Map<string, PaymentRecord>> {
  const records = new Map<string, PaymentRecord>();
  const lines = (await readFile(path, "utf8").catch(absent)).split("\n");
  // The last one is empty, or was being written when the process died: then nothing was sent for it.
  lines.pop();
  for (const [index, text] of lines.entries()) {
    let record: PaymentRecord;
    try {
      record = JSON.parse(text);
    } catch (cause) {
      throw new Error(`Line ${index + 1} of ${path} is damaged. Nothing was paid.`, { cause });
    }
    records.set(record.id, record);
  }
  return records;
}

/** Takes the lock; one that a dead process left behind is taken over. */
async function acquire(lock: string): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await writeFile(lock, String(process.pid), { flag: "wx", mode: 0o600 });
      return;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    const owner = Number(await readFile(lock, "utf8").catch(absent));
    if (isAlive(owner)) break;
    await rm(lock, { force: true });
  }
  throw new PaymentError("journal_in_use", { detail: lock });
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signalled, and is there.
    return codeOf(error) === "EPERM";
  }
}

function absent(error: unknown): string {
  if (codeOf(error) === "ENOENT") return "";
  throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
