/** The database was not brought to this version; the message tells a person why, and what to do. */
export class MigrationRefusal extends Error {
  override name = 'MigrationRefusal'
}
