import { Secret, TOTP } from 'otpauth'
import {
  actionIn,
  confirmationIn,
  keys,
  setUpCode,
  type Answer,
  type Browser,
} from '../web-with-credentials.ts'
import { alexAddress } from './two-people.ts'
import { askedIn, type softwarePasskey } from '../software-passkey.ts'

type Device = ReturnType<typeof softwarePasskey>

/** Why nothing was done, as the page says it. */
export const faultIn = (html: string): string | undefined =>
  /role="alert" id="fault">([^<]+)</.exec(html)?.[1]

/** What a confirmed press is offered. */
export const offerIn = (html: string): string =>
  /name="offer" value="([^"]+)"/.exec(html)?.[1] ?? ''

export const recoveryCodesIn = (html: string): string[] =>
  [...html.matchAll(/<code>([^<]+)<\/code>/g)].map(([, code = '']) => code)

/** Chooses a new password, once `answer` has confirmed who it is. */
export async function changePassword(
  browser: Browser,
  new_password: string,
  answer?: Record<string, string>,
): Promise<Answer> {
  const { body } = await browser.act('/you/password', {}, answer)
  return browser.send('/you/password/new', { offer: offerIn(body), new_password })
}

/** Asks for the key of a second factor, and gives it to an app. `code` may be of a phone whose clock is off. */
export async function offerFactor(browser: Browser, now: () => Temporal.Instant) {
  const { body } = await browser.act('/you/second-factor')
  const [, secret = ''] = /id="key" value="([A-Z2-7]+)"/.exec(body) ?? []
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  return {
    offer: offerIn(body),
    secret,
    code: (seconds = 0) => app.generate({ timestamp: now().epochMilliseconds + seconds * 1000 }),
  }
}

/** Turns the second factor on. Its first code is used up then, until the clock has moved. */
export async function turnOnFactor(browser: Browser, now: () => Temporal.Instant) {
  const { offer, code } = await offerFactor(browser, now)
  const { body } = await browser.send('/you/second-factor/on', { offer, code: code() })
  return { code, codes: recoveryCodesIn(body) }
}

/** Adds a passkey, which `answer` confirms. */
export async function addPasskey(
  browser: Browser,
  device: Device,
  answer?: Record<string, string>,
): Promise<Answer> {
  const { body } = await browser.act('/you/passkeys', {}, answer)
  const passkey = device.create(askedIn(body, 'create'))
  return browser.send('/you/passkeys/add', { offer: offerIn(body), passkey })
}

/** Posts a form, and confirms with a passkey that it is really this person. */
export async function actWithPasskey(
  browser: Browser,
  device: Device,
  url: string,
  form: Record<string, string> = {},
): Promise<Answer> {
  const { body } = await browser.send(url, form)
  const passkey = device.use(askedIn(body, 'get'))
  return browser.send(url, { confirmation: confirmationIn(body) ?? '', passkey })
}

/** Makes the first account with a passkey and no password, and signs it in. */
export async function firstWithPasskey(browser: Browser, device: Device): Promise<void> {
  const { answer } = await browser.follow('/auth')
  const passkey = device.create(askedIn(answer.body, 'create'))
  const form = { set_up_code: setUpCode(keys), email: alexAddress, password: '' }
  await browser.follow(actionIn(answer.body), { ...form, passkey })
}

/** Signs in with a passkey. */
export async function signInWithPasskey(browser: Browser, device: Device) {
  const { answer } = await browser.follow('/auth')
  const passkey = device.use(askedIn(answer.body, 'get'))
  return browser.follow(`${actionIn(answer.body)}/passkey`, { passkey })
}
