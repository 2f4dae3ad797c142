import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { formatReason, type PlainCode } from '~/domain/shared/result';
import { OpenCounts, type OpenLimits } from './open-counts.server';

const megabyte = 1024 * 1024;

export type BodyRejection = { status: 429 | 503; code: PlainCode; retryAfterSeconds: number };

const budgetSpent: BodyRejection = {
  status: 503,
  code: 'too_much_at_once',
  retryAfterSeconds: 30,
};

const addressBusy: BodyRejection = {
  status: 429,
  code: 'too_many_uploads',
  retryAfterSeconds: 30,
};

type BudgetLimits = {
  bytes: number;
  /**
   * Uncounted first bytes of each body, so that signing in or sending a message works even when the budget is spent.
   * This times the maximum number of connections is the memory outside the budget.
   */
  freeBytes: number;
  largeBytes: number;
  largePerAddress: number | null;
  open: OpenLimits | null;
  /**
   * Longest time in milliseconds that a body waits for a place before it is rejected. A client that sends the next at
   * once would keep the server busy with nothing else.
   */
  wait: number;
};

/** With 2,000 connections, 64 MB in all. */
const defaultBudget: BudgetLimits = {
  bytes: 48 * megabyte,
  freeBytes: 8 * 1024,
  largeBytes: 256 * 1024,
  largePerAddress: 3,
  open: { perAddress: 20, inAll: 500 },
  wait: 8_000,
};

export const unlimitedPerAddress: Partial<BudgetLimits> = { largePerAddress: null, open: null };

export class BodyBudget {
  readonly limits: BudgetLimits;
  readonly #open = new Set<BodyAllowance>();
  readonly #counts: OpenCounts;
  #bufferedBytes = 0;

  constructor(limits: Partial<BudgetLimits> = {}) {
    this.limits = { ...defaultBudget, ...limits };
    this.#counts = new OpenCounts(this.limits.open);
  }

  get bufferedBytes(): number {
    return this.#bufferedBytes;
  }

  /** @returns the rejection if too many bodies are open, also after a while: the body is not to be read */
  async open(address: string): Promise<BodyAllowance | BodyRejection> {
    const opened = this.#take(address);
    if (opened instanceof BodyAllowance) return opened;
    // At different times: those of an attack would all be rejected at once.
    await setTimeout(this.limits.wait * (0.5 + Math.random() / 2));
    return this.#take(address);
  }

  #take(address: string): BodyAllowance | BodyRejection {
    const giveBack = this.#counts.take(address);
    if (typeof giveBack === 'string') return giveBack === 'address' ? addressBusy : budgetSpent;
    const allowance = new BodyAllowance(this, address, giveBack);
    this.#open.add(allowance);
    return allowance;
  }

  release(allowance: BodyAllowance): void {
    if (!this.#open.delete(allowance)) return;
    this.#bufferedBytes -= allowance.counted;
    allowance.giveBack();
  }

  recordChange(allowance: BodyAllowance, change: number): void {
    if (!this.#open.has(allowance)) return;
    this.#bufferedBytes += change;
    while (change > 0 && this.#bufferedBytes > this.limits.bytes) {
      const rejected = this.#largestOfBusiest(allowance);
      rejected.reject(budgetSpent);
      if (rejected === allowance) return;
    }
  }

  checkLarge(allowance: BodyAllowance): void {
    const { largePerAddress } = this.limits;
    if (largePerAddress === null) return;
    let sameSender = 0;
    for (const other of this.#open) {
      if (other !== allowance && other.isLarge && other.address === allowance.address) sameSender += 1;
    }
    if (sameSender >= largePerAddress) allowance.reject(addressBusy);
  }

  /** Of the address that uses the most memory, so that a few addresses cannot block all others. */
  #largestOfBusiest(latest: BodyAllowance): BodyAllowance {
    const ofAddress = new Map<string, number>();
    for (const { address, counted } of this.#open) ofAddress.set(address, (ofAddress.get(address) ?? 0) + counted);
    const getWeight = ({ address }: BodyAllowance): number => ofAddress.get(address) ?? 0;
    let rejected = latest;
    for (const candidate of this.#open) {
      if (!candidate.isArriving || candidate.counted === 0) continue;
      const difference = getWeight(candidate) - getWeight(rejected) || candidate.counted - rejected.counted;
      if (difference > 0) rejected = candidate;
    }
    return rejected;
  }
}

export class BodyAllowance {
  #bytes = 0;
  #isLarge = false;
  #isArriving = true;
  #stop: ((rejection: BodyRejection) => void) | null = null;

  constructor(
    readonly budget: BodyBudget,
    readonly address: string,
    readonly giveBack: () => void,
  ) {}

  onRejected(stop: (rejection: BodyRejection) => void): void {
    this.#stop = stop;
  }

  get counted(): number {
    return Math.max(0, this.#bytes - this.budget.limits.freeBytes);
  }

  get isLarge(): boolean {
    return this.#isLarge;
  }

  /** Once complete, a body is processed and never rejected. */
  get isArriving(): boolean {
    return this.#isArriving;
  }

  setExpectedBytes(bytes: number): void {
    if (this.#isLarge || bytes <= this.budget.limits.largeBytes) return;
    this.#isLarge = true;
    this.budget.checkLarge(this);
  }

  /** Exceeding the budget rejects a body, possibly this one. */
  change(bytes: number): void {
    const before = this.counted;
    this.#bytes += bytes;
    this.budget.recordChange(this, this.counted - before);
  }

  finish(): void {
    this.#isArriving = false;
  }

  reject(rejection: BodyRejection): void {
    if (!this.#isArriving) return;
    this.#isArriving = false;
    this.close();
    this.#stop?.(rejection);
  }

  close(): void {
    this.budget.release(this);
    this.#isLarge = false;
  }
}

export class BodyRejected extends Error {
  constructor(
    readonly status: 408 | 413 | BodyRejection['status'],
    readonly code: PlainCode,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(formatReason({ code }));
  }
}

const checkSeconds = 10;
/** Number of checks over which the rate is averaged: a phone in a tunnel sends nothing for a while. */
const windowChecks = 3;
/** Even a phone on the slowest network sends more. */
const minBytesPerSecond = 512;
/** A large body occupies memory; below this rate it would exceed the request timeout anyway. */
const minLargeBytesPerSecond = 4 * 1024;
/** Memory for the text of a body; photos are counted where they are decoded. */
const textBytesMaximum = 256 * 1024;

const createTooLargeError = (): BodyRejected => new BodyRejected(413, 'request_too_large');
const createTooSlowError = (): BodyRejected => new BodyRejected(408, 'request_too_slow');

/** Pauses on our side, while a photo is processed, do not count against the client. */
export function createMeteredBody(
  request: IncomingMessage,
  maxBytes: number,
  allowance: BodyAllowance | null = null,
): Transform {
  let bytes = 0;
  const bytesAtChecks = [0];
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      const before = bytes;
      bytes += chunk.length;
      allowance?.setExpectedBytes(bytes);
      allowance?.change(Math.min(bytes, textBytesMaximum) - Math.min(before, textBytesMaximum));
      if (bytes > maxBytes) callback(createTooLargeError());
      else if (!meter.destroyed) callback(null, chunk);
    },
    flush(callback) {
      allowance?.finish();
      callback();
    },
  });
  allowance?.onRejected(({ status, code, retryAfterSeconds }) => {
    meter.destroy(new BodyRejected(status, code, retryAfterSeconds));
  });
  allowance?.setExpectedBytes(Number(request.headers['content-length'] ?? 0));
  const timer = setInterval(() => {
    const isPaused = meter.readableLength > 0 || meter.writableNeedDrain;
    if (isPaused) bytesAtChecks.length = 0;
    bytesAtChecks.push(bytes);
    if (bytesAtChecks.length <= windowChecks) return;
    const least = allowance?.isLarge ? minLargeBytesPerSecond : minBytesPerSecond;
    const bytesBefore = bytesAtChecks.shift() ?? 0;
    if (bytes - bytesBefore < least * checkSeconds * windowChecks) meter.destroy(createTooSlowError());
  }, checkSeconds * 1000);
  timer.unref();
  const stop = () => clearInterval(timer);
  meter.once('close', stop).once('end', stop);
  request.once('error', (error) => meter.destroy(error)).once('aborted', () => meter.destroy(new Error('aborted')));
  return request.pipe(meter);
}

/** A browser reads the response only after it has sent everything, and a connection is reused only after the body. */
export function discardBody(request: IncomingMessage, maxBytes: number): void {
  if (request.complete || request.destroyed) return;
  request.unpipe();
  createMeteredBody(request, maxBytes)
    .once('error', () => request.destroy())
    .resume();
}

/** A body of lines is read line by line, each of at most 24 MB. */
const maxBytesOfLines = 1024 * megabyte;

export function getMaxBodyBytes({ headers }: IncomingMessage): number {
  const type = headers['content-type'];
  if (type?.startsWith('application/x-ndjson') && headers.authorization !== undefined) return maxBytesOfLines;
  return type?.startsWith('multipart/form-data') ? 200 * megabyte : 25 * megabyte;
}
