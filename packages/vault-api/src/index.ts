export { createVaultClient, usualLargestFile } from './client.ts'
export type { VaultClient, VaultClientOptions } from './client.ts'
export type { VaultAddresses } from './addresses.ts'
export type { CallOptions } from './endpoints/endpoint.ts'
export type { AccountProfile, Credentials, SignedIn } from './endpoints/user.ts'
export type { NewVault, Region, Vault } from './endpoints/vaults.ts'
export type { Site } from './endpoints/sites.ts'
export type {
  PublishedFile,
  Upload,
  UploadAllOptions,
  UploadOptions,
  UploadProgress,
} from './endpoints/files.ts'
export { bytesSource, fileSource } from './upload/source.ts'
export type { UploadSource } from './upload/source.ts'
export { createSalt, deriveKey, keyHash, supportedEncryptionVersion } from './keys.ts'
export type { EncryptionVersion } from './keys.ts'
export type { TimeLimits } from './transport/time-limits.ts'
export type { Retry } from './transport/transport.ts'
export type { Patience } from './transport/waits.ts'
export * from './errors.ts'
export { isOurs } from './publish/manifest.ts'
export type { Manifest } from './publish/manifest.ts'
export { publishSteps, removesTooMuch, uploadsOf } from './publish/steps.ts'
export type { PublishSteps, WantedFile } from './publish/steps.ts'
export { publish } from './publish/publish.ts'
export type { PublishOptions } from './publish/publish.ts'
