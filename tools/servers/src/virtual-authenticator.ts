import type { Page } from 'playwright-core'

/** A passkey, as Chromium's tools tell of it. */
interface HeldPasskey {
  credentialId: string
  isResidentCredential: boolean
  rpId?: string
  privateKey: string
  userHandle?: string
  userName?: string
  signCount: number
}

export interface VirtualAuthenticator {
  /** The passkeys that it holds. */
  passkeys(): Promise<HeldPasskey[]>
  /** Puts a passkey of another device there. */
  add(passkey: HeldPasskey): Promise<void>
  /** Whether its person passes the check of finger, face or PIN. */
  verify(isUserVerified: boolean): Promise<void>
  remove(): Promise<void>
}

/** A device of Chromium's own that makes passkeys, and whose person is there at once. */
export async function virtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async passkeys() {
      const held = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
      return held.credentials
    },
    async add(credential) {
      await devtools.send('WebAuthn.addCredential', { authenticatorId, credential })
    },
    async verify(isUserVerified) {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    async remove() {
      await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}
