/** How long each part of a request may take, in milliseconds. */
export interface TimeLimits {
  /** Finding the address, connecting and the TLS handshake, each. */
  readonly connectMs: number
  /** Silence on the line, in either direction. */
  readonly idleMs: number
  /** The whole of a small request, with its answer. */
  readonly requestMs: number
  /** The slowest line on which an upload is still worth its while, in bytes a second. */
  readonly slowestBytesPerSecond: number
}

export const usualTimeLimits: TimeLimits = {
  connectMs: 10_000,
  idleMs: 30_000,
  requestMs: 60_000,
  slowestBytesPerSecond: 64 * 1024,
}

/** The limits of one request: the whole grows with what is sent, the rest does not. */
export function limitsFor(bytes: number, limits: TimeLimits) {
  return {
    lookup: limits.connectMs,
    connect: limits.connectMs,
    secureConnect: limits.connectMs,
    socket: limits.idleMs,
    request: limits.requestMs + Math.ceil((bytes / limits.slowestBytesPerSecond) * 1_000),
  }
}
