// Written by test/write-messages.ts from languages/en.json.
import type english from '../languages/en.json'
import type { MessageValue } from './message-value.ts'
import type { Person } from './people.ts'

/** The key of a message. */
export type MessageKey = keyof typeof english

/** Text or dates, but no person: such a message would name its reader. */
type Value = Exclude<MessageValue, Person>
/** Someone whom the message addresses if they read it. */
type Who = string | Person

/** The arguments of each message that has any. */
// prettier-ignore
export interface Arguments {
  'date.dayOfMonth': { day: number }
  'date.oneNight': { night: Value }
  'date.thatNight': { night: Value }
  'date.inYear': { night: Value; year: Value }
  'date.fromTo': { from: Value; to: Value }
  'explain.open': { a: Who; b: Who }
  'explain.babysitter': { name: Value }
  'explain.chosenByHand': { chosen: Who }
  'explain.otherAway': { chosen: Who; other: Who }
  'explain.otherCovers': { chosen: Who; dates: Value; other: Who }
  'explain.kept': { chosen: Who }
  'explain.next': { chosen: Who; nights: Value; other: Who }
  'explain.turnsInARow': { chosen: Who; other: Who; turns: number }
  'explain.total': { chosen: Who; chosenNights: number; other: Who; otherNights: number }
  'explain.recent': { chosen: Who; chosenNights: number; other: Who; otherNights: number }
  'explain.otherRatherNot': { chosen: Who; other: Who }
  'explain.totalByWeight': { chosen: Who; chosenNights: number; other: Who; otherNights: number }
  'explain.recentByWeight': { chosen: Who; chosenNights: number; other: Who; otherNights: number }
  'explain.totalShare': { all: number; chosen: Who; done: number; share: number }
  'explain.recentShare': { all: number; chosen: Who; done: number; share: number }
  'explain.totalShareByWeight': { all: number; chosen: Who; done: number; share: number }
  'explain.recentShareByWeight': { all: number; chosen: Who; done: number; share: number }
  'explain.largerShare': { chosen: Who; percent: number }
  'explain.largerShareSince': { chosen: Who; date: Value; percent: number }
  'explain.bySplit': { chosen: Who }
  'explain.bySplitLately': { chosen: Who }
  'explain.lastTurns': { chosen: Who; other: Who }
  'explain.moreInAll': { chosen: Who; other: Who }
  'explain.moreLately': { chosen: Who; other: Who }
  'explain.lastTurn': { chosen: Who; other: Who }
  'explain.firstTurn': { chosen: Who }
  'explain.week': { chosen: Who }
  'explain.plainly': { chosen: Who }
  'accounts.signIn.stranger': { email: Value }
  'accounts.signIn.otherAccount': { email: Value }
  'accounts.turnedAway.rebind': { email: Value }
  'signIn.stranger': { email: Value }
  'signIn.unverified': { email: Value }
  'signIn.otherAccount': { email: Value }
  'signIn.missingPermissions': { purposes: Value }
  'identity.joinTitle': { name: Value }
  'identity.passwordHint': { shortest: Value }
  'passkey.unused': { added: Value }
  'passkey.used': { added: Value; used: Value }
  'passkey.removeThat': { name: Value }
  'identity.wait': { seconds: number }
  'identity.short': { shortest: Value }
  'identity.long': { longest: Value }
  'identity.linkFor': { email: Value }
  'account.made': { actor: Who }
  'account.madeByOperator': { name: Who }
  'account.removed': { actor: Who; name: Who }
  'account.removedByOperator': { name: Who }
  'account.left': { actor: Who }
  'account.passwordChanged': { actor: Who }
  'account.recovered': { actor: Who; maker: Who }
  'account.recoveredByMail': { actor: Who }
  'account.recoveredByOperator': { actor: Who }
  'account.passkeyByLink': { actor: Who; device: Value }
  'account.linkMade': { actor: Who; name: Who }
  'account.linkByOperator': { name: Who }
  'account.passkeyAdded': { actor: Who; device: Value }
  'account.passkeyRemoved': { actor: Who; device: Value }
  'account.factorTurnedOn': { actor: Who }
  'account.factorTurnedOff': { actor: Who }
  'account.codesMade': { actor: Who }
  'account.tokenMade': { actor: Who; name: Value }
  'account.tokenRevoked': { actor: Who; name: Value }
  'account.appPasswordMade': { actor: Who }
  'account.appPasswordRevoked': { actor: Who }
  'account.signedIn': { actor: Who }
  'account.signedInWith': { actor: Who; device: Value }
  'account.sessionsEnded': { actor: Who }
  'account.secured': { actor: Who }
  'account.guessed': { count: number; name: Who }
  'account.invited': { actor: Who; name: Value }
  'account.inviteWithdrawn': { actor: Who }
  'account.shareLinkMade': { actor: Who }
  'account.shareLinkRevoked': { actor: Who }
  'account.channelAdded': { actor: Who; name: Value }
  'account.channelRemoved': { actor: Who; name: Value }
  'account.from': { did: Value; network: Value }
  'account.surprised': { name: Value }
  'account.seeHistory': { url: Value }
  'turnedAway.rebind': { email: Value }
  'turnedAway.inUse': { email: Value }
  'invitation.title': { name: Value }
  'invitation.asParent': { name: Value }
  'error.title': { status: Value }
  'error.request': { id: Value }
  'error.method': { method: Value }
  'error.tokenTooOften': { seconds: number }
  'error.idOfNight': { field: Value }
  'error.idOfAbsence': { field: Value }
  'error.tooManyNights': { most: Value }
  'refusal.meansNobody': { name: Value }
  'refusal.parentsEarlierName': { name: Value; parent: Value }
  'refusal.babysittersName': { date: Value; name: Value }
  'refusal.nameTooLong': { most: number }
  'refusal.parentIsNoBabysitter': { name: Value }
  'refusal.nearName': { name: Value; parent: Value }
  'refusal.tooOld': { date: Value }
  'refusal.endsBeforeItBegins': { date: Value }
  'refusal.absenceTooLong': { most: number }
  'refusal.sourcesTooMany': { most: number }
  'refusal.everyWeeks': { most: number }
  'refusal.cycle': { most: number }
  'refusal.nobodyEver': { date: Value }
  'refusal.nearParents': { name: Value; other: Value }
  'refusal.hasBoth': { name: Value }
  'refusal.locked': { date: Value }
  'refusal.nobodyHasIt': { date: Value }
  'refusal.askNobody': { name: Value }
  'refusal.askPast': { date: Value }
  'refusal.askNotYours': { date: Value }
  'refusal.askAway': { date: Value; name: Value }
  'refusal.askedAlready': { date: Value; name: Value }
  'refusal.returnNotTheirs': { date: Value; name: Value }
  'refusal.returnAway': { date: Value }
  'refusal.returnGone': { date: Value; name: Who }
  'refusal.returnOffered': { date: Value }
  'refusal.returnAskerAway': { date: Value; name: Value }
  'refusal.wordTooLong': { most: number }
  'refusal.askOwn': { name: Value }
  'refusal.askOfOther': { name: Value }
  'refusal.askAnswered': { name: Value }
  'refusal.askTaken': { date: Value }
  'refusal.askDeclined': { date: Value }
  'refusal.askWithdrawn': { name: Value }
  'refusal.askOver': { date: Value }
  'refusal.askMoved': { date: Value; name: Who }
  'refusal.changedSince': { dates: Value }
  'finish.left': { count: number }
  'finish.invite': { name: Value }
  'finish.openUntil': { date: Value }
  'home.tonightDate': { date: Value }
  'home.title': { name: Who }
  'home.turn': { name: Who }
  'home.babysits': { name: Value }
  'home.ask': { name: Value }
  'home.awayTonight': { name: Who }
  'notice.clock.ahead': { seen: Value; today: Value }
  'notice.clock.behind': { seen: Value; today: Value }
  'notice.clockIsRight': { today: Value }
  'notice.unreadable': { date: Value; name: Value; title: Value }
  'notice.name-not-allowed': { date: Value; name: Value; title: Value }
  'notice.near-name': { asked: Value; date: Value; name: Value }
  'notice.answerParent': { name: Value }
  'notice.answerBabysitter': { name: Value }
  'notice.moved': { date: Value }
  'notice.timed': { date: Value }
  'notice.repeated': { date: Value }
  'notice.too-old': { date: Value }
  'notice.night-refused': { date: Value }
  'notice.night-failed': { date: Value }
  'notice.event-unreadable': { date: Value }
  'notice.grant-ends': { date: Value }
  'notice.overtaken': { date: Value; title: Value }
  'notice.text-in-the-way': { date: Value }
  'notice.duplicate': { date: Value }
  'notice.removed-again': { date: Value }
  'notice.left-behind': { calendarName: Value; eventsLeft: number }
  'notice.eventsLeft': { calendar: Value; count: number }
  'notice.restored': { date: Value }
  'notice.joined': { name: Value }
  'notice.more': { count: number }
  'ask.toAnswer': { name: Value; night: Value }
  'ask.open': { name: Who; night: Value; other: Value }
  'ask.word': { word: Value }
  'ask.return': { name: Who; night: Value }
  'month.previous': { month: Value }
  'month.next': { month: Value }
  'month.trip': { dates: Value; name: Who }
  'cell.caregiver': { notes: Value }
  'cell.weight': { weight: number }
  'cell.away': { name: Who }
  'cell.was': { name: Who }
  'night.heading': { date: Value; name: Value }
  'night.away': { name: Who }
  'night.tonightStays': { name: Who }
  'night.awayOn': { name: Who; night: Value }
  'night.countedOn': { date: Value }
  'night.changed': { day: Value; time: Value; what: Value }
  'night.tooOld': { days: number }
  'night.why': { name: Who }
  'night.instead': { name: Who }
  'night.swapNight': { date: Value; name: Who }
  'night.askWhat': { name: Value }
  'night.askName': { name: Value }
  'night.unlockStays': { name: Who }
  'night.unlockTo': { name: Who }
  'night.giveTo': { name: Who }
  'night.swapWith': { name: Who }
  'night.countsAsUsual': { weight: number }
  'night.counts': { weight: number }
  'night.wouldCount': { date: Value; weight: number }
  'night.wouldCountAsUsual': { date: Value }
  'night.giveAnyway': { name: Who }
  'night.alsoMoves': { moves: Value }
  'range.all': { name: Who }
  'range.each': { a: Who; aNights: number; b: Who; bNights: number }
  'range.keeps': { name: Value; nights: Value }
  'rule.away': { names: Value }
  'rule.streak': { name: Who; turns: number }
  'rule.total': { a: Who; aNights: number; b: Who; bNights: number }
  'rule.recent': { a: Who; aNights: number; b: Who; bNights: number }
  'rule.lastTurn': { name: Who }
  'rule.absence': { dates: Value }
  'status.nextTry': { time: Value }
  'status.nextTryOn': { date: Value; time: Value }
  'status.updating': { calendar: Value }
  'status.updatingSome': { all: number; calendar: Value; done: number }
  'status.nothingWritten': { calendar: Value }
  'status.upToDate': { ago: Value; calendar: Value }
  'calendars.otherAccount': { connected: Value; own: Value }
  'installation.backup': { ago: Value }
  'installation.diskLow': { free: Value }
  'calendars.lost': { name: Value }
  'calendars.writable': { account: Value }
  'calendars.ownOf': { account: Value }
  'calendars.otherInstallation': { name: Value }
  'calendars.make': { name: Value }
  'calendars.disconnectWho': { account: Value }
  'setUp.calendarsOf': { account: Value }
  'import.whoInFile': { name: Value }
  'import.lead': { count: number; dates: Value }
  'import.takesNames': { a: Value; b: Value }
  'import.isCalled': { name: Value; parent: Value }
  'import.takesDays': { name: Value }
  'import.takesSettings': { labels: Value }
  'import.plannedNote': { count: number }
  'import.keptNote': { count: number }
  'import.skippedNote': { count: number; date: Value; why: Value }
  'import.line': { line: number; why: Value }
  'import.moreLines': { count: number }
  'import.events': { calendar: Value; count: number }
  'import.eventsStay': { calendar: Value; count: number }
  'import.unknownName': { name: Value }
  'import.parentBabysits': { name: Value }
  'import.oddName': { name: Value }
  'import.tooFar': { days: number }
  'import.lineDate': { text: Value }
  'import.lineName': { date: Value }
  'import.lineTwice': { date: Value; name: Value }
  'import.csvQuotes': { line: number }
  'import.tooLarge': { most: number }
  'import.tooMany': { most: number }
  'import.newer': { known: number; version: number }
  'import.whoAreParents': { names: Value }
  'import.otherNames': { a: Value; b: Value; names: Value }
  'firstStart.codeAgain': { code: Value }
  'zone.keep': { zone: Value }
  'zone.differs': { zone: Value }
  'statistics.babysitterNamed': { name: Value }
  'statistics.lead': { count: number; name: Value }
  'statistics.more': { name: Who }
  'statistics.even': { name: Who; other: Value; own: Value; when: Value }
  'statistics.ahead': { name: Who; nights: number; other: Who; own: Value; theirs: Value; when: Value }
  'statistics.evenAsAgreed': { all: Value; name: Who; other: Value; own: Value; when: Value }
  'statistics.aheadOfAgreed': { all: Value; name: Who; nights: number; own: Value; when: Value }
  'statistics.byWeight': { when: Value }
  'statistics.since': { date: Value }
  'statistics.withPlan': { date: Value }
  'statistics.moreAsAgreed': { name: Who }
  'statistics.newAgreement': { date: Value }
  'statistics.on': { balance: Value; date: Value }
  'statistics.moreThanAgreedOf': { a: Value; b: Value }
  'statistics.weighed': { name: Value }
  'statistics.differenceOf': { a: Value; b: Value }
  'feed.madeOn': { date: Value }
  'feed.neverUsed': { person: Who }
  'feed.lastUsed': { date: Value; person: Who }
  'feed.revokeThat': { date: Value }
  'feed.showThat': { date: Value }
  'feed.nightsOf': { name: Value }
  'feed.subscribeTo': { label: Value }
  'feed.copyThat': { label: Value }
  'history.ofNight': { date: Value }
  'history.alsoMoved': { date: Value; name: Who }
  'history.setUp': { actor: Who }
  'history.planned': { count: number; dates: Value }
  'history.unplanned': { count: number; dates: Value }
  'history.reverted': { count: number; nights: Value }
  'history.restored': { count: number; nights: Value }
  'history.askedAboutName': { asked: Value; date: Value; name: Who }
  'history.unavailableWeekdays': { name: Who }
  'history.ratherNotWeekdays': { name: Who }
  'history.weekdayWeight': { day: Value; weight: number }
  'layout.signedInAs': { email: Value }
  'sessions.when': { lastSeen: Value; since: Value }
  'sessions.endThat': { device: Value }
  'calendarApps.revokeThat': { when: Value }
  'calendarApps.showLinkThat': { when: Value }
  'calendarApps.revokeLinkThat': { when: Value }
  'calendarApps.iphoneHow': { host: Value }
  'calendarApps.macHow': { host: Value }
  'calendarApps.androidHow': { address: Value }
  'calendarApps.thunderbirdHow': { address: Value }
  'programs.used': { made: Value; may: Value; used: Value }
  'programs.unused': { made: Value; may: Value }
  'programs.revokeThat': { name: Value }
  'programs.newTitle': { name: Value }
  'programs.tooMany': { most: Value }
  'people.whichParent': { email: Value }
  'people.saveParent': { email: Value }
  'people.removeThat': { email: Value }
  'people.invitationFor': { name: Value }
  'people.until': { by: Value; date: Value }
  'people.revokeThat': { date: Value; name: Value }
  'people.tooMany': { most: number }
  'people.newTitle': { name: Value }
  'people.sendIt': { name: Value }
  'people.scan': { name: Value }
  'people.makeLinkFor': { email: Value }
  'people.linkTitle': { name: Value }
  'people.sendLink': { email: Value; name: Value }
  'people.linkHow': { name: Value }
  'settings.shareOf': { a: Value; aShare: number; b: Value; bShare: number }
  'settings.agreementFrom': { date: Value; split: Value }
  'settings.turnsOf': { day: Value; first: Value; weeks: number }
  'settings.agreedFirst': { split: Value }
  'settings.agreedSince': { date: Value; split: Value }
  'settings.turnsHint': { a: Value; b: Value }
  'settings.weeksLong': { weeks: number }
  'settings.balanceStays': { balance: Value }
  'settings.balanceMoves': { after: Value; before: Value }
  'settings.sourceRead': { ago: Value; count: number }
  'settings.brokenSources': { count: number }
  'settings.sourceKept': { ago: Value }
  'settings.sourceWho': { name: Value }
  'absenceSource.slow': { name: Value }
  'absenceSource.huge': { name: Value }
  'absenceSource.private': { name: Value }
  'absenceSource.gone': { name: Value }
  'absenceSource.not-a-calendar': { name: Value }
  'absenceSource.refused': { name: Value }
  'absenceSource.unreachable': { name: Value }
  'absenceSource.disconnected': { name: Value }
  'absenceSource.selected': { name: Value }
  'absenceSource.key-lost': { name: Value }
  'settings.alwaysAway': { name: Value }
  'settings.ratherNot': { name: Value }
  'settings.allFromTo': { from: Value; to: Value }
  'settings.everyWeeks': { weeks: number }
  'absence.repeats': { days: Value; from: Value; weeks: number }
  'absence.repeatsUntil': { days: Value; from: Value; to: Value; weeks: number }
  'absence.next': { dates: Value }
  'absence.cycle': { away: number; home: number }
  'absence.cycleMore': { away: number; home: number }
  'settings.wouldChangeHands': { nights: number }
  'settings.wouldBePlanned': { nights: number; which: Value }
  'settings.noLongerPlanned': { nights: number; which: Value }
  'settings.nobodyOn': { shown: Value }
  'settings.nobodyOnAndMore': { more: number; shown: Value }
  'homeAssistant.myTurn': { name: Value }
  'publishing.upToDate': { ago: Value }
  'site.chart': { first: Value; second: Value }
  'vault.more': { count: number }
  'vault.nothingFound': { query: Value }
  'vault.found': { count: number; query: Value }
  'vault.pageOf': { page: number; pages: number }
  'vault.tooLong': { size: Value }
  'vault.updated': { day: Value }
  'vault.linkedTo': { title: Value }
  'vault.andMore': { count: number }
  'vault.noteCount': { count: number }
  'vault.tagged': { count: number; tag: Value }
  'vault.noneTagged': { tag: Value }
  'vault.tooManyGuesses': { seconds: number }
  'notification.more': { count: number }
  'notification.ask': { night: Value }
  'notification.askedBy': { name: Value }
  'notification.askReturn': { name: Value; night: Value }
  'notification.askedWith': { name: Value; word: Value }
  'notification.answerAsk': { url: Value }
  'notification.askAccepted': { name: Value; night: Value }
  'notification.yourReturn': { night: Value }
  'notification.askDeclined': { name: Value; night: Value }
  'notification.askOver': { name: Value; night: Value }
  'notification.askReturnGone': { back: Value; night: Value }
  'notification.askMoved': { name: Value; night: Value }
  'notification.joined': { name: Value }
  'notification.recoveryWhat': { email: Value }
  'notification.recoveryLink': { url: Value }
  'notification.seePlan': { url: Value }
  'notification.stopEmails': { url: Value }
  'notification.stopMessages': { url: Value }
  'move.instead': { before: Who; name: Who; nights: Value }
  'move.has': { name: Who; nights: Value }
  'move.open': { nights: Value }
  'move.pair': { back: Value; name: Who; nights: Value; other: Who }
  'move.would': { name: Who; nights: Value }
  'move.wouldPair': { back: Value; name: Who; nights: Value; other: Who }
  'move.wouldOpen': { nights: Value }
  'move.gave': { actor: Who; name: Who; nights: Value }
  'move.gavePair': { actor: Who; back: Value; name: Who; nights: Value; tonight: number }
  'move.took': { actor: Who; name: Who; nights: Value }
  'move.tookPair': { actor: Who; back: Value; name: Who; nights: Value }
  'move.booked': { actor: Who; name: Value; nights: Value }
  'move.bookedInstead': { actor: Who; before: Who; name: Value; nights: Value }
  'move.after': { actor: Who; moves: Value }
  'move.undone': { actor: Who; moves: Value }
  'move.inCalendar': { moves: Value }
  'move.bySchedule': { moves: Value }
  'history.line.has': { date: Value; name: Who }
  'history.line.noneHas': { date: Value }
  'history.line.took': { actor: Who; date: Value; loser: Who }
  'history.line.tookOpen': { actor: Who; date: Value }
  'history.line.gave': { actor: Who; date: Value; gainer: Who }
  'history.line.givenInCalendar': { date: Value; gainer: Who }
  'history.line.booked': { actor: Who; date: Value; name: Value }
  'history.line.locked': { actor: Who; date: Value }
  'history.line.asked': { asked: Who; asker: Who; date: Value }
  'history.line.askAccepted': { asked: Who; asker: Who; date: Value }
  'history.line.askDeclined': { asked: Who; date: Value }
  'history.line.askWithdrawn': { asked: Who; asker: Who; date: Value }
  'history.line.askOver': { date: Value }
  'history.line.askReturnGone': { back: Value; date: Value }
  'history.line.askMoved': { asker: Who; date: Value }
  'history.line.inReturn': { date: Value; what: Value }
  'history.line.withWord': { what: Value; word: Value }
  'history.line.unlocked': { actor: Who; date: Value }
  'history.line.unlockedTo': { actor: Who; date: Value; name: Who }
  'history.line.unlockedOpen': { actor: Who; date: Value }
  'history.line.swapped': { actor: Who; given: Value; other: Who; taken: Value }
  'history.line.decided': { actor: Who; count: number }
  'history.line.undone': { actor: Who; what: Value }
  'history.line.noted': { actor: Who; what: Value }
  'history.line.counts': { date: Value; weight: number }
  'history.line.countsAsUsual': { date: Value }
  'history.line.away': { dates: Value; name: Who }
  'history.line.backAgain': { dates: Value; name: Who }
  'history.line.sourceAdded': { calendar: Value; count: number; name: Who }
  'history.line.sourceRemoved': { calendar: Value; name: Who }
  'history.line.sourceChanged': { calendar: Value; count: number; name: Who }
  'history.line.planGave': { date: Value; gainer: Who }
  'history.line.replanned': { count: number }
  'history.line.settingsChanged': { actor: Who }
  'history.line.imported': { actor: Who; count: number; dates: Value }
  'history.line.range': { actor: Who; dates: Value; how: Value }
  'history.line.nights': { count: number; dates: Value }
  'history.line.settingsUndone': { actor: Who }
  'history.line.disconnected': { actor: Who }
  'history.line.noteWritten': { actor: Who; date: Value; note: Value }
  'history.line.noteRemoved': { actor: Who; date: Value; note: Value }
  'history.line.noteIs': { date: Value; note: Value }
  'history.line.noNote': { date: Value }
  'history.line.more': { did: Value; what: Value }
  'history.line.changed': { actor: Who }
  'settings.pageTitle': { page: Value }
  'refusal.noteTooLong': { most: number }
  'home.offline': { date: Value; time: Value }
  'you.titleNamed': { name: Value }
  'you.householdLanguage': { language: Value }
  'you.languageHint': { language: Value }
  'account.codesLeft': { left: Value; most: Value }
  'people.tooNew': { days: number }
  'notifications.byEmail': { email: Value }
  'notifications.since': { since: Value }
  'notifications.removeThat': { device: Value }
  'channels.arrived': { ago: Value }
  'channels.failed': { ago: Value; reason: Value }
  'channels.setUpThat': { name: Value }
  'channels.changeThat': { name: Value }
  'channels.testThat': { name: Value }
  'unsubscribe.channel': { name: Value }
  'askLink.taken': { night: Value }
  'askLink.declined': { name: Value }
  'caldav.history.line.disconnected': { actor: Who }
}
