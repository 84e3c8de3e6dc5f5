import type {
  Kysely,
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  Transaction as KyselyTransaction,
} from 'kysely'

// A query on a transaction that has ended would run on a connection that serves somebody else by
// then, outside every transaction.
class EndedGuard implements KyselyPlugin {
  #ended = false

  end() {
    this.#ended = true
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    if (this.#ended) throw new Error('A query was sent on a transaction that has ended')
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }
}

/**
 * Runs `work` in one transaction (read committed): committed when its promise resolves, rolled back
 * when it rejects. A query that `work` sends later, on a transaction that has ended, throws.
 */
export async function transaction<T, Tables>(
  db: Kysely<Tables>,
  work: (trx: KyselyTransaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async trx => {
    const guard = new EndedGuard()
    try {
      return await work(trx.withPlugin(guard))
    } finally {
      guard.end()
    }
  })
}
