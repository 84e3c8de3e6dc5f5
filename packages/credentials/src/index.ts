export { attemptKey, countAttempt, countOfDay, type AttemptHost } from './attempts.ts'
export {
  checkCode,
  checkSignIn,
  type AccountSecrets,
  type SignInHost,
  type SignInOutcome,
  type SignInStore,
  wrongOfDay,
} from './check-sign-in.ts'
export { clientNetwork, networkText } from './client-network.ts'
export { newOneTimeSecret, stepOfCode } from './one-time-codes.ts'
export { passwordLengths, passwordError, type PasswordError } from './password-error.ts'
export { hashPassword, isPassword } from './passwords.ts'
export { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
export { signInPlaces, type SignInPlaces } from './sign-in-places.ts'
