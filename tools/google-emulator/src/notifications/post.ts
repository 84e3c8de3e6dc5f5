import http from 'node:http'
import https from 'node:https'

const timeoutMs = 10_000

/**
 * One POST without a body on a separate connection, with exactly these headers.
 *
 * @returns the status of the answer; null when there was none within ten seconds
 */
export function post(
  address: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<number | null> {
  return new Promise(resolve => {
    const { request } = address.startsWith('https:') ? https : http
    const sent = request(address, {
      method: 'POST',
      headers,
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    sent.on('information', ({ statusCode }) => {
      // Google accepts 102 Processing as a response.
      if (statusCode === 102) settle(statusCode)
    })
    sent.on('response', response => {
      response.resume()
      settle(response.statusCode ?? null)
    })
    sent.on('error', () => resolve(null))
    sent.end()

    function settle(status: number | null) {
      resolve(status)
      if (status === 102) sent.destroy()
    }
  })
}
