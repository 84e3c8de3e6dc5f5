import { fetchUserInfo, type Configuration } from 'openid-client'
import { SignInError } from '../errors.ts'
import type { SignIn } from '../sign-in.ts'
import { classifySignIn } from './classify.ts'
import { askAsClient } from './client-secret.ts'
import {
  authenticatedAt,
  beginCodeFlow,
  personIn,
  redeemCode,
  returnedUrl,
  type Claims,
} from './code-flow.ts'
import { discoverer, type OpenidClient } from './discover.ts'
import { examineProvider } from './examine.ts'

export interface OpenidOptions extends OpenidClient {
  redirectUri: string
  /** What pages call the provider; its host by default. */
  name?: string | undefined
  /** Whether the operator vouches for addresses that the provider does not call verified. */
  trustsEmail?: boolean | undefined
}

/**
 * Sign-in with any OpenID provider: discovery, then a code flow with state, PKCE S256 and nonce. It only says who
 * a person is. Throws TypeError for an invalid address.
 */
export function createOpenidSignIn(options: OpenidOptions): SignIn {
  const { redirectUri, trustsEmail = false } = options
  const server = new URL(options.issuer)
  const discover = discoverer(options)
  return {
    name: options.name ?? server.host,
    server,

    asksAgain: true,

    async begin({ loginHint, again = false }) {
      const provider = await discover()
      requirePages(provider)
      return beginCodeFlow(provider, redirectUri, {
        scope: 'openid email',
        // Browsers remember the last person. `select_account` is refused by some providers and ignored by others.
        prompt: 'login',
        ...(again && { max_age: '0' }),
        ...(loginHint === undefined ? {} : { login_hint: loginHint }),
      })
    },

    async finish({ callbackUrl, ...attempt }) {
      const url = returnedUrl({ callbackUrl, ...attempt }, redirectUri)
      try {
        const answer = await askAsClient(discover, provider => redeemCode(provider, url, attempt))
        const provider = await discover()
        const claims = answer.claims()
        if (!claims?.sub) throw new SignInError('unproven', 'no subject')
        const person = personIn(await describing(provider, claims, answer.access_token))
        return {
          ...person,
          emailVerified: person.emailVerified || trustsEmail,
          // A subject is unique within its issuer only.
          subject: `${provider.serverMetadata().issuer} ${person.subject}`,
          // UserInfo does not have it.
          authenticatedAt: authenticatedAt(claims),
          grant: null,
        }
      } catch (error) {
        throw classifySignIn(error)
      }
    },

    examine: () => examineProvider(discover, options),
  }
}

/** A browser cannot be sent just anywhere, nor to an address that it cannot read. */
function requirePages(provider: Configuration) {
  const { authorization_endpoint: address } = provider.serverMetadata()
  const page = typeof address === 'string' ? URL.parse(address) : null
  const isPage = page !== null && /^https?:$/.test(page.protocol) && page.href.length <= 2000
  if (!isPage) throw new SignInError('wrong-issuer', 'no authorization_endpoint')
}

/**
 * The claims with the address, all from one answer. With a code flow, a provider may keep those of the scope `email`
 * for UserInfo.
 */
async function describing(
  provider: Configuration,
  claims: Claims,
  accessToken: string,
): Promise<Claims> {
  const isWhole = claims.email !== undefined && claims.email_verified !== undefined
  if (isWhole || provider.serverMetadata().userinfo_endpoint === undefined) return claims
  const answer = await fetchUserInfo(provider, accessToken, claims.sub)
  return answer.email === undefined ? claims : answer
}
