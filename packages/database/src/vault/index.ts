export { isDatabaseAway, isDatabaseFull } from '../connection/connect.ts'
export { type TokenKeys, deriveKeys, parseSecretKeys, unreadable } from '../connection/sealed.ts'
export { isLockHeld, transaction } from '../connection/transaction.ts'
export {
  type VaultAccount,
  type VaultAccountSecrets,
  createAccount,
  createToken,
  deleteAccount,
  deleteIdleTokens,
  deleteToken,
  findAccount,
  readAccounts,
  readCaller,
  savePassword,
  saveTotpSecret,
  touchToken,
  useTotpStep,
} from './accounts.ts'
export { findMentions, findTagged } from './around-notes.ts'
export {
  type PublishedFile,
  findFile,
  findMoved,
  lockContent,
  lockContents,
  lockSite,
  readFiles,
  readUsage,
  readUsedHashes,
  removeFile,
  saveFiles,
} from './files.ts'
export { awaitVaultSchema, migrateVault, vaultMigrations } from './migrate.ts'
export {
  findNotes,
  forgetNotes,
  forgetUnusedNotes,
  markSitesChanged,
  rankNotes,
  readNoteContent,
  readProperties,
  readSiteEntries,
  readUnrendered,
  readWords,
  saveNote,
  type SiteEntry,
  type StoredNote,
} from './notes.ts'
export { type VaultDatabase, connectVault, vaultSignInRecords } from './schema.ts'
export {
  type Site,
  createSite,
  deleteSite,
  findSite,
  findSiteBySlug,
  mergeOptions,
  readSites,
  readSlugs,
  saveSitePassword,
  saveSlug,
} from './sites.ts'
export { type NewVault, type Vault, createVault, readVaults } from './vaults.ts'
