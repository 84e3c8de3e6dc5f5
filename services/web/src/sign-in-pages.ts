import { deleteSession, readCalendar } from '@night-routine/database'
import { trailToPass } from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import type { connectionFrom } from './connection.ts'
import type { Dependencies } from './dependencies.ts'
import { admit, type GrantedKind } from './routes/auth/admit.ts'
import { auth } from './routes/auth/auth.ts'
import { callback } from './routes/auth/callback.ts'
import { signInAttempts } from './routes/auth/sign-in-attempt.ts'
import { signOut } from './routes/auth/sign-out.ts'

export interface SignInPagesOptions extends Pick<
  Dependencies,
  'db' | 'keys' | 'clock' | 'signIn' | 'producer'
> {
  mayEnter: (email: string) => boolean
  readConnection: () => ReturnType<typeof connectionFrom>
  publicUrl: string
}

/** Sign-in with the provider, and sign-out. */
export async function signInPages(
  service: FastifyInstance,
  { db, keys, clock, signIn, producer, mayEnter, readConnection, publicUrl }: SignInPagesOptions,
): Promise<void> {
  const wake = async (kinds: readonly GrantedKind[]) => {
    await Promise.all(kinds.map(kind => producer.wake(kind, trailToPass())))
  }
  const attempts = signInAttempts({ keys, clock })
  await service.register(auth, {
    signIn,
    holdsGrant: async () =>
      (await readConnection()).state === 'connected' && (await readCalendar(db)) !== undefined,
    readAccount: async () => {
      const connection = await readConnection()
      return connection.state === 'absent' ? undefined : connection.account
    },
    attempts,
    publicUrl,
  })
  await service.register(callback, {
    signIn,
    attempts,
    mayEnter,
    admit: admission => admit({ db, keys, clock, wake }, admission),
    publicUrl,
  })
  await service.register(signOut, { deleteSession: hash => deleteSession(db, hash), publicUrl })
}
