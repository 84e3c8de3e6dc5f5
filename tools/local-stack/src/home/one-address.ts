import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Composition } from '@night-routine/home/composition'

/**
 * Answers for the services at one address. Cookies and forms count at that address alone, so other names of this
 * machine, such as 127.0.0.1, lead there. A request that comes before the services are ready waits for them.
 */
export function oneAddress(publicUrl: string, composing: Promise<Pick<Composition, 'answer'>>) {
  const { host, origin } = new URL(publicUrl)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.headers.host !== host) {
      response.writeHead(308, { location: origin + request.url }).end()
      return
    }
    const { answer } = await composing
    answer(request, response)
  }
}
