import { HttpError } from '@night-routine/service'
import { wordingFor, type Message } from '@night-routine/wording'

/** An error shown in the reader's language and logged in English. */
export class LocalizedHttpError extends HttpError {
  readonly said: readonly Message[]

  constructor(
    status: number,
    said: Message | readonly Message[],
    options?: ConstructorParameters<typeof HttpError>[2],
  ) {
    const messages = 'key' in said ? [said] : said
    super(status, messages.map(each => wordingFor('en').tell(each)).join(' '), options)
    this.said = messages
  }
}
