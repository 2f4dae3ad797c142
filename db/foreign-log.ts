import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** SQLite's file format, 4.1 and 4.2. */
const headerBytes = 32;
const frameBytes = 24;

const find = (path: string) => statSync(path, { throwIfNoEntry: false });

function findCommittedPages(log: number, size: number): { pageSize: number; pages: Map<number, number> } | null {
  const header = Buffer.alloc(headerBytes);
  if (readSync(log, header, 0, headerBytes, 0) < headerBytes || header.readUInt32BE(0) >>> 1 !== 0x377f0682 >>> 1) {
    return null;
  }
  const pageSize = header.readUInt32BE(8);
  const salts = header.subarray(16, 24);
  const pages = new Map<number, number>();
  let uncommitted = new Map<number, number>();
  const frame = Buffer.alloc(frameBytes);
  for (let at = headerBytes; at + frameBytes + pageSize <= size; at += frameBytes + pageSize) {
    readSync(log, frame, 0, frameBytes, at);
    // Frames from before the log was last restarted follow.
    if (!frame.subarray(8, 16).equals(salts)) break;
    uncommitted.set(frame.readUInt32BE(0), at + frameBytes);
    const pagesAfterCommit = frame.readUInt32BE(4);
    if (pagesAfterCommit === 0) continue;
    for (const [page, position] of uncommitted) pages.set(page, position);
    for (const page of pages.keys()) if (page > pagesAfterCommit) pages.delete(page);
    uncommitted = new Map();
  }
  return { pageSize, pages };
}

function hasContentOfLog(path: string, logSize: number): boolean {
  const [file, log] = [openSync(path, 'r'), openSync(`${path}-wal`, 'r')];
  try {
    const committed = findCommittedPages(log, logSize);
    if (committed === null) return true;
    const { pageSize, pages } = committed;
    const [inFile, inLog] = [Buffer.alloc(pageSize), Buffer.alloc(pageSize)];
    return [...pages].every(([page, position]) => {
      readSync(log, inLog, 0, pageSize, position);
      return readSync(file, inFile, 0, pageSize, (page - 1) * pageSize) === pageSize && inFile.equals(inLog);
    });
  } finally {
    closeSync(file);
    closeSync(log);
  }
}

/** A checkpoint that was interrupted wrote to the file within this time after the log. */
const checkpointMilliseconds = 2_000;

/** The copy that a site left when its database could not be closed, if it is newer than the files there; else undefined. */
export function findRescuedCopy(path: string): string | undefined {
  const newest = Math.max(find(path)?.mtimeMs ?? 0, find(`${path}-wal`)?.mtimeMs ?? 0);
  const folder = dirname(path);
  const prefix = `${basename(path)}-rescued-`;
  const copies = (find(folder) ? readdirSync(folder) : []).filter((name) => name.startsWith(prefix)).sort();
  return copies.map((name) => join(folder, name)).findLast((name) => (find(name)?.mtimeMs ?? 0) > newest);
}

/**
 * Why the files at a path are not those that the site left there, with a remedy; null if they may be. SQLite would apply
 * a write-ahead log to any file beside it, and damage it. Must run before the database is opened.
 *
 * - The site writes to the file only what is in the log already: a file that was written later than the log, with other
 *   content, was put there by another program.
 * - A site that was stopped without its file left a copy, which has later changes.
 */
export function findForeignFiles(path: string): string | null {
  const [file, log] = [find(path), find(`${path}-wal`)];
  const copy = findRescuedCopy(path);
  if (copy) {
    return `the copy ${copy}, which the site left when its file was missing, has later changes. Restore it with: npm run restore -- ${copy} --without-record --keep-sessions. Or move it away, to continue without these changes`;
  }
  if (!file || !log || log.size <= headerBytes || file.mtimeMs <= log.mtimeMs + checkpointMilliseconds) return null;
  if (hasContentOfLog(path, log.size)) return null;
  return `its write-ahead log ${path}-wal belongs to another file, and would damage this one. If the file was put here on purpose, delete ${path}-wal and ${path}-shm, whose changes are then lost; otherwise put the former file back`;
}
