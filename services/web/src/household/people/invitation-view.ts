import type { ParentId } from '@night-routine/database/nights'
import type { Account, Invitation } from '@night-routine/database/people'
import type { Wording } from '@night-routine/wording'

/** The page of an invitation that can be accepted. */
export interface InvitationView {
  title: string
  /** The parent that the person will be. */
  name: string
  signIn: string
}

/** Who invites whom. */
export function invitationView({
  token,
  invitation: { parent, createdBy },
  inviter,
  names,
  wording,
}: {
  token: string
  invitation: Pick<Invitation, 'parent' | 'createdBy'>
  /** Undefined if the account is gone. */
  inviter: Pick<Account, 'parent'> | undefined
  names: Record<ParentId, string>
  wording: Pick<Wording, 'say'>
}): InvitationView {
  const by = inviter?.parent ? names[inviter.parent] : createdBy
  return {
    title: wording.say('invitation.title', { name: by }),
    name: names[parent],
    signIn: `/invitations/${token}/sign-in`,
  }
}
