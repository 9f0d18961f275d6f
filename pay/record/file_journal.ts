/**
 * Keeps payments in a file, for Deno and Node. Each change is appended and flushed to the disk before
 * anything is sent.
 *
 * @example
 * ```ts ignore
 * import { openFileJournal } from "@sdk/pay/file_journal";
 *
 * const journal = await openFileJournal("payments.jsonl");
 * ```
 *
 * @module
 */
import {
  link,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { dirname } from "node:path";
import process from "node:process";
import { PaymentError } from "./error.ts";
import { createTurns, type PaymentJournal, type PaymentRecord } from "./journal.ts";

export { PaymentError } from "./error.ts";
export type { PaymentErrorOptions, PaymentReason, PaymentRefusal } from "./error.ts";
export type { PaymentJournal, PaymentRecord, SignedTransaction, TransferKind } from "./journal.ts";
export type { Address, Hex } from "@sdk/core/permission";

/** Options of a journal. */
export interface FileJournalOptions {
  /** Milliseconds for which finished payments are kept. Default: 90 days. */
  readonly keep?: number;
}

/** A journal in a file. */
export interface FileJournal extends PaymentJournal {
  /** Releases the file for another process. */
  close(): Promise<void>;
}

const NINETY_DAYS_MS = 90 * 86_400_000;

/**
 * Opens a journal, or starts an empty one. Only its owner can read the file.
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
    // Renamed into place: after a crash, either the old file or the new one exists, never half of
    // one.
    await flush(`${path}.new`, "w", [...records.values()].map(line).join(""));
    await rename(`${path}.new`, path);
    const write = createTurns();
    let { size } = await stat(path);
    return {
      list: () => Promise.resolve([...records.values()]),
      put: (record) =>
        write(async () => {
          // A full disk can leave a partial line, which would damage the next one.
          await truncate(path, size);
          await flush(path, "a", line(record));
          ({ size } = await stat(path));
          records.set(record.id, record);
        }),
      inTurn: createTurns(),
      close: () => write(() => rm(lock, { force: true })),
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
  // The last line is empty, or was being written when the process crashed: then nothing was sent
  // for it.
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

/** Acquires the lock; takes over the lock of a dead process. */
async function acquire(lock: string): Promise<void> {
  const own = aside(lock);
  await writeFile(own, `${process.pid} ${await startOf(process.pid)}`, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 2; attempt++) {
      // Linked, not written, so that other processes never see it without its owner.
      if (await isLinked(own, lock)) return;
      const owner = await readFile(lock, "utf8").catch(absent);
      if (await isAlive(owner)) break;
      await remove(lock, owner);
    }
  } finally {
    await rm(own, { force: true });
  }
  throw new PaymentError("journal_in_use", { detail: lock });
}

function aside(lock: string): string {
  return `${lock}.${crypto.randomUUID()}`;
}

/** Links a file, unless the target exists. */
async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes the lock of a dead process; restores a lock that another process acquired in the
 * meantime.
 */
async function remove(lock: string, owner: string): Promise<void> {
  const moved = aside(lock);
  try {
    await rename(lock, moved);
  } catch (error) {
    absent(error);
    return;
  }
  if (await readFile(moved, "utf8") !== owner) await isLinked(moved, lock);
  await rm(moved, { force: true });
}

async function isAlive(owner: string): Promise<boolean> {
  const [pid, start = ""] = owner.split(" ");
  if (!isProcess(Number(pid))) return false;
  const now = await startOf(Number(pid));
  return start === "" || now === "" || start === now;
}

function isProcess(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signalled, but it exists.
    return codeOf(error) === "EPERM";
  }
}

/**
 * Start time of a process, which distinguishes it from earlier processes with its number; empty if
 * unknown.
 */
async function startOf(pid: number): Promise<string> {
  // Linux: field 22, counted from after the name, which can contain spaces.
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

function absent(error: unknown): string {
  if (codeOf(error) === "ENOENT") return "";
  throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
