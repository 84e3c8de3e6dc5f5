import {
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  type ClientAuth,
  type Configuration,
} from 'openid-client'

export type SecretPlace = 'header' | 'form'

/** The provider for our client; the secret goes where the provider's description says unless `place` is given. */
export type Discover = (place?: SecretPlace) => Promise<Configuration>

/**
 * The secret in the header (RFC 6749, 2.3.1). Unlike the library's, it leaves `-._~` as they are, which some
 * providers do not decode.
 */
export function secretInHeader(secret: string): ClientAuth {
  return (_server, client, _body, headers) => {
    const credentials = `${formEncoded(client.client_id)}:${formEncoded(secret)}`
    headers.set('authorization', `Basic ${btoa(credentials)}`)
  }
}

function formEncoded(text: string): string {
  return encodeURIComponent(text)
    .replaceAll(/[!'()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

/**
 * Asks the provider as our client. When it refuses the client, asks once more with the secret in the form: many accept
 * only that, whatever their description says.
 * @throws the first error when the provider refuses both
 */
export async function askAsClient<Answer>(
  discover: Discover,
  ask: (provider: Configuration) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(await discover())
  } catch (error) {
    const refusal = await withBody(error)
    if (!isInvalidClient(refusal)) throw refusal
    try {
      return await ask(await discover('form'))
    } catch (again) {
      const second = await withBody(again)
      throw isInvalidClient(second) ? refusal : second
    }
  }
}

function isInvalidClient(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.error === 'invalid_client'
  return error instanceof WWWAuthenticateChallengeError
}

/** The error with what the provider said: the library does not read the body of an answer with a challenge. */
async function withBody(refusal: unknown): Promise<unknown> {
  if (!(refusal instanceof WWWAuthenticateChallengeError)) return refusal
  const { response } = refusal
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || !('error' in body)) return refusal
  const { error } = body
  if (typeof error !== 'string') return refusal
  return new ResponseBodyError('the client was refused', { cause: { ...body, error }, response })
}
