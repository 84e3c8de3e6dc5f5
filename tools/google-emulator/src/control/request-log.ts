import type { RecordedRequest } from './contract.ts'

export interface RequestLog {
  begin(request: { at: string; method: string; path: string; query: string }): RecordedRequest
  all(): RecordedRequest[]
  clear(): void
}

const kept = 10_000

/** The latest requests since the last clear, in order. */
export function createRequestLog(): RequestLog {
  let requests: RecordedRequest[] = []
  return {
    begin: request => {
      const entry = { ...request, status: null }
      requests.push(entry)
      if (requests.length > kept) requests.shift()
      return entry
    },
    all: () => requests,
    clear: () => {
      requests = []
    },
  }
}
