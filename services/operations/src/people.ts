import { connect, releaseAccount } from '@night-routine/database'
import { foldEmail } from '@night-routine/service'
import type { Command } from './command-context.ts'
import { databaseAddress } from './config.ts'

/** Lets a person in again whose account at the identity provider was created again. */
const people: Command = async ([verb, address, ...more], { env, print }) => {
  if (verb !== 'rebind' || address === undefined || more.length > 0) {
    print('people rebind ADDRESS')
    return 2
  }
  const url = databaseAddress(env)
  const db = connect({ url, applicationName: 'people', maxConnections: 1 })
  try {
    if (!(await releaseAccount(db, foldEmail(address)))) {
      print(`No one has signed in with ${address} yet. Check how it is spelled.`)
      return 1
    }
    print(`${address} can sign in again: the next account that has this address is let in.`)
    return 0
  } finally {
    await db.destroy()
  }
}

export const commands = { people }
