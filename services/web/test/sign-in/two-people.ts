import type { Test } from 'tap'
import {
  browserOf,
  firstPerson,
  goodPassword,
  webWithCredentials,
  type Browser,
} from '../web-with-credentials.ts'

export const alexAddress = 'alex@example.com'
export const robinAddress = 'robin@example.com'
export const newPassword = 'eleven otters under a bridge'

/** Web with Alex, who came in first, and Robin, who came in by Alex's invitation. */
export async function twoPeople(t: Test, settings: Record<string, string> = {}) {
  const web = await webWithCredentials(t, settings)
  const alex = browserOf(web.service, { from: '203.0.113.7' })
  await firstPerson(alex, alexAddress)
  const robin = browserOf(web.service, { from: '198.51.100.9' })
  const { body } = await alex.act('/people/invitations', { parent: 'b' })
  const [invitation = ''] = /\/invitations\/[\w-]{43}/.exec(body) ?? []
  await robin.enter(`${invitation}/sign-in`, { email: robinAddress, password: goodPassword })
  // They have been here long enough to vouch for each other.
  const since = web.start.subtract({ hours: 8 * 24 }).toString()
  await web.db.updateTable('accounts').set({ created_at: since }).execute()
  return { ...web, alex, robin }
}

/** The path of a link to a new password that a person makes for another one. */
export async function makeLink(maker: Browser, email = robinAddress): Promise<string> {
  const { statusCode, body } = await maker.act('/people/password-link', { email })
  const [path] = /\/identity\/link\?token=[\w.-]+/.exec(body.replace('&#x3D;', '=')) ?? []
  if (statusCode !== 200 || path === undefined) throw new Error(`No link: ${statusCode}`)
  return path
}

/** Signs in with a password, and a code where one is asked for. @returns the page in the end */
export async function signIn(
  browser: Browser,
  { email = robinAddress, password = goodPassword }: { email?: string; password?: string } = {},
) {
  return browser.enter('/auth', { email, password })
}
