import type { Test } from 'tap'
import { Browser } from '../../browser.ts'
import { runWeb, type RunningWeb } from '../../running-web.ts'
import { selectFamily } from '../../selected-calendar.ts'

const onlyAlex = { ALLOWED_EMAILS: ['alex@example.com'] }

/** A household with a calendar, in which only Alex is on the list. */
export async function open(t: Test) {
  const web = await runWeb(t, onlyAlex)
  const alex = new Browser(web)
  await alex.signIn('alex@example.com')
  await selectFamily(web.db)
  return { web, alex }
}

/** Makes an invitation; returns the path of its link. */
export async function invite(browser: Browser, parent = 'b'): Promise<string> {
  const { body, statusCode } = await browser.act('/people/invitations', { parent })
  const [path] = /\/invitations\/[\w-]{43}/.exec(body) ?? []
  if (statusCode !== 200 || path === undefined) throw new Error(`${statusCode}: ${body}`)
  return path
}

/** Accepts an invitation with an account, in a new browser. */
export async function accept(
  web: RunningWeb,
  path: string,
  email: string,
): Promise<{ browser: Browser; answer: Awaited<ReturnType<Browser['signIn']>> }> {
  const browser = new Browser(web)
  return { browser, answer: await browser.signIn(email, `${path}/sign-in`) }
}
