/**
 * The form in which e-mail addresses of accounts are stored and compared: trimmed, with A to Z in lower case.
 * Other letters are not folded. `toLowerCase` turns the Kelvin sign (U+212A) into a k, as Unicode
 * normalization does, so another person's mailbox could pass for one on the allow list.
 */
export function foldEmail(email: string): string {
  return email.trim().replaceAll(/[A-Z]+/g, letters => letters.toLowerCase())
}
