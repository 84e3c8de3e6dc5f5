import type { BrowserContext } from 'playwright-core'

/** Runs an expression in the service worker of this page. */
export async function inWorker<Result>(
  context: BrowserContext,
  expression: string,
): Promise<Result> {
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('there is no service worker')
  return worker.evaluate<Result>(expression)
}

/** The service worker has taken over the page, and is ready: a push message that comes earlier is lost. */
export const controlled = `navigator.serviceWorker.controller?.state === 'activated'`
