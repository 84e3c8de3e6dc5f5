// Written by test/write-messages.ts from languages/en.json.
/* oxlint-disable max-lines */
import type { MessageValue } from './message-value.ts'

type None = Record<string, never>

/** Every message with its arguments. */
export interface Messages {
  'language.name': None
  'language.locale': None
  'date.dayOfMonth': {
    day: number
  }
  'explain.open': {
    a: MessageValue
    b: MessageValue
  }
  'event.openNight': None
  'explain.someBabysitter': None
  'explain.babysitter': {
    name: MessageValue
  }
  'explain.chosenByHand': {
    chosen: MessageValue
  }
  'explain.otherAway': {
    chosen: MessageValue
    other: MessageValue
  }
  'explain.otherCovers': {
    chosen: MessageValue
    dates: MessageValue
    other: MessageValue
  }
  'explain.kept': {
    chosen: MessageValue
  }
  'explain.turnsInARow': {
    chosen: MessageValue
    other: MessageValue
    turns: number
  }
  'explain.total': {
    chosen: MessageValue
    chosenNights: number
    other: MessageValue
    otherNights: number
  }
  'explain.recent': {
    chosen: MessageValue
    chosenNights: number
    other: MessageValue
    otherNights: number
  }
  'explain.lastTurns': {
    chosen: MessageValue
    other: MessageValue
  }
  'explain.moreInAll': {
    chosen: MessageValue
    other: MessageValue
  }
  'explain.moreLately': {
    chosen: MessageValue
    other: MessageValue
  }
  'explain.lastTurn': {
    chosen: MessageValue
    other: MessageValue
  }
  'explain.firstTurn': {
    chosen: MessageValue
  }
  'explain.plainly': {
    chosen: MessageValue
  }
  'layout.skip': None
  'layout.pages': None
  'layout.calendars': None
  'layout.statistics': None
  'layout.settings': None
  'layout.signOut': None
  'layout.reconnect': None
  'layout.reconnectGoogle': None
  'layout.emulator': None
  'signIn.title': None
  'signIn.heading': None
  'signIn.what': None
  'signIn.withGoogle': None
  'signIn.nobodyMayEnter': None
  'signIn.stranger': {
    email: MessageValue
  }
  'signIn.unverified': {
    email: MessageValue
  }
  'signIn.otherAccount': {
    email: MessageValue
  }
  'signIn.missingPermissions': {
    purposes: MessageValue
  }
  'signIn.purpose.openid': None
  'signIn.purpose.email': None
  'signIn.purpose.events': None
  'signIn.purpose.calendarList': None
  'signIn.denied': None
  'signIn.mismatch': None
  'signIn.refused': None
  'signIn.unproven': None
  'error.title': {
    status: MessageValue
  }
  'error.home': None
  'error.retry': None
  'error.adviceStranger': None
  'error.adviceMissing': None
  'error.adviceRequest': None
  'error.adviceOurs': None
  'error.request': {
    id: MessageValue
  }
  'error.unexpected': None
  'error.unreachable': None
  'error.too-busy': None
  'error.not-json': None
  'error.not-utf8': None
  'error.malformed-address': None
  'error.two-hosts': None
  'error.too-large': None
  'error.media-type': None
  'error.not-signed-in': None
  'error.not-allowed': None
  'error.nothing-here': None
  'error.not-valid': None
  'error.field-missing': None
  'error.field-unknown': None
  'error.field-not-valid': None
  'error.no-address': None
  'error.method': {
    method: MessageValue
  }
  'error.signInFirst': None
  'error.noFile': None
  'error.otherSite': None
  'error.busy': None
  'error.databaseAway': None
  'error.noMonth': None
  'error.disconnecting': None
  'error.noNight': None
  'error.idOfNight': {
    field: MessageValue
  }
  'error.idOfAbsence': {
    field: MessageValue
  }
  'error.noNotice': None
  'calendarError.event-exists': None
  'calendarError.event-stale': None
  'calendarError.event-gone': None
  'calendarError.sync-token-expired': None
  'calendarError.rate-limited': None
  'calendarError.usage-limit': None
  'calendarError.unavailable': None
  'calendarError.timeout': None
  'calendarError.unauthorized': None
  'calendarError.scope-missing': None
  'calendarError.calendar-gone': None
  'calendarError.forbidden': None
  'calendarError.night-refused': None
  'calendarError.not-a-calendar-user': None
  'calendarError.api-disabled': None
  'calendarError.client-refused': None
  'calendarError.request-refused': None
  'refusal.controlCharacters': None
  'refusal.nameNeeded': None
  'refusal.meansNobody': {
    name: MessageValue
  }
  'refusal.parentsEarlierName': {
    name: MessageValue
    parent: MessageValue
  }
  'refusal.babysittersName': {
    date: MessageValue
    name: MessageValue
  }
  'refusal.brackets': None
  'refusal.nameTooLong': {
    most: number
  }
  'refusal.parentIsNoBabysitter': {
    name: MessageValue
  }
  'refusal.noNight': None
  'refusal.tooOld': {
    date: MessageValue
  }
  'refusal.endsBeforeItBegins': {
    date: MessageValue
  }
  'refusal.absenceTooLong': {
    most: number
  }
  'refusal.absenceOver': None
  'refusal.sameNames': None
  'refusal.weekdayNumber': None
  'refusal.nobodyThere': None
  'refusal.lookAhead': None
  'refusal.pastLimit': None
  'refusal.updateFrequency': None
  'refusal.timeZone': None
  'refusal.dayTurns': None
  'refusal.weekStart': None
  'refusal.language': None
  'refusal.statisticsOrder': None
  'refusal.publishNames': None
  'refusal.countFrom': None
  'refusal.countFromAhead': None
  'refusal.swapWithItself': None
  'refusal.hasBoth': {
    name: MessageValue
  }
  'refusal.locked': {
    date: MessageValue
  }
  'refusal.nobodyHasIt': {
    date: MessageValue
  }
  'refusal.notLocked': None
  'refusal.nothingToUndo': None
  'refusal.noChange': None
  'refusal.onlyNightsUndone': None
  'refusal.changedSince': {
    dates: MessageValue
  }
  'refusal.whoIsAway': None
  'refusal.noDate': None
  'refusal.notOffered': None
  'refusal.settingsChanged': None
  'notice.busy': None
  'notice.not-planned': None
  'notice.booked': None
  'notice.given': None
  'notice.swapped': None
  'notice.swapped-already': None
  'notice.unlocked': None
  'notice.unlocked-over': None
  'notice.taken-back': None
  'notice.saved': None
  'notice.unchanged': None
  'notice.absence-removed': None
  'notice.password-set': None
  'notice.password-removed': None
  'notice.password-length': None
  'notice.changedHands': {
    nights: number
  }
  'notice.undo': None
  'person.babysitter': None
  'person.unassigned': None
  'steps.title': None
  'steps.connect': None
  'steps.connected': None
  'steps.choose': None
  'steps.chosen': None
  'steps.names': None
  'steps.named': None
  'steps.last': None
  'home.tonight': None
  'home.tonightDate': {
    date: MessageValue
  }
  'home.tonightDetails': None
  'home.locked': None
  'home.nothingPlanned': None
  'home.needsDecision': None
  'home.nobodyAvailable': None
  'home.calendar': None
  'home.sync': None
  'home.signedInAs': {
    email: MessageValue
  }
  'home.connectedAs': {
    account: MessageValue
  }
  'home.changeCalendar': None
  'home.nextNights': None
  'home.pressSync': None
  'told.title': None
  'told.unreadable': {
    date: MessageValue
    name: MessageValue
    title: MessageValue
  }
  'told.name-not-allowed': {
    date: MessageValue
    name: MessageValue
    title: MessageValue
  }
  'told.moved': {
    date: MessageValue
  }
  'told.timed': {
    date: MessageValue
  }
  'told.repeated': {
    date: MessageValue
  }
  'told.too-old': {
    date: MessageValue
  }
  'told.night-refused': {
    date: MessageValue
  }
  'told.grant-ends': {
    date: MessageValue
  }
  'told.overtaken': {
    date: MessageValue
    title: MessageValue
  }
  'told.text-in-the-way': {
    date: MessageValue
  }
  'told.duplicate': {
    date: MessageValue
  }
  'told.removed-again': {
    date: MessageValue
  }
  'told.reader-brake': None
  'told.calendar-lost': None
  'told.disconnected': None
  'told.eventsLeft': {
    calendar: MessageValue
    count: number
  }
  'told.notRevoked': None
  'told.restored': {
    date: MessageValue
  }
  'told.putBack': None
  'told.more': {
    count: number
  }
  'told.dismiss': None
  'month.previous': {
    month: MessageValue
  }
  'month.next': {
    month: MessageValue
  }
  'month.today': None
  'month.skip': None
  'month.legend': None
  'cell.notPlanned': None
  'cell.unassigned': None
  'cell.caregiver': {
    notes: MessageValue
  }
  'cell.babysitter': None
  'cell.locked': None
  'cell.away': {
    name: MessageValue
  }
  'cell.pending': None
  'night.heading': {
    date: MessageValue
    name: MessageValue
  }
  'night.countsBefore': {
    date: MessageValue
  }
  'night.parent': None
  'night.all': None
  'night.last30': None
  'night.rules': None
  'night.away': {
    name: MessageValue
  }
  'night.locked': None
  'night.pending': None
  'night.rule': {
    reason: MessageValue
  }
  'night.countedOn': {
    date: MessageValue
  }
  'night.changed': {
    date: MessageValue
    time: MessageValue
    what: MessageValue
    who: MessageValue
  }
  'night.history': None
  'night.tooOld': {
    days: number
  }
  'night.close': None
  'night.unlock': None
  'night.unlockTo': {
    name: MessageValue
  }
  'night.unlockToNobody': None
  'night.unlockOthers': {
    count: number
  }
  'night.unlockOver': None
  'night.giveTo': {
    name: MessageValue
  }
  'night.babysitter': None
  'night.book': None
  'night.swapWith': None
  'night.swap': None
  'rule.byHand': None
  'rule.awayNobody': None
  'rule.away': {
    names: MessageValue
  }
  'rule.streakNone': None
  'rule.streak': {
    name: MessageValue
    turns: number
  }
  'rule.total': {
    a: MessageValue
    aNights: number
    b: MessageValue
    bNights: number
  }
  'rule.recent': {
    a: MessageValue
    aNights: number
    b: MessageValue
    bNights: number
  }
  'rule.lastTurnNone': None
  'rule.lastTurn': {
    name: MessageValue
  }
  'rule.absence': {
    dates: MessageValue
  }
  'rule.around': None
  'rule.decided': None
  'rule.notNeeded': None
  'status.absent': None
  'status.broken': None
  'status.disconnecting': None
  'status.noCalendar': None
  'status.failed': None
  'status.busy': None
  'status.restarted': None
  'status.nextTry': {
    time: MessageValue
  }
  'status.nextTryOn': {
    date: MessageValue
    time: MessageValue
  }
  'status.updating': {
    calendar: MessageValue
  }
  'status.updatingSome': {
    all: number
    calendar: MessageValue
    done: number
  }
  'status.nothingWritten': {
    calendar: MessageValue
  }
  'status.publishBehind': None
  'status.upToDate': {
    ago: MessageValue
    calendar: MessageValue
  }
  'status.justNow': None
  'status.live': None
  'status.polling': None
  'calendars.otherAccount': {
    connected: MessageValue
    own: MessageValue
  }
  'calendars.useOwnAccount': None
  'calendars.hidesPrivate': None
  'calendars.title': None
  'calendars.lost': {
    name: MessageValue
  }
  'calendars.choose': None
  'calendars.writable': None
  'calendars.own': None
  'calendars.current': None
  'calendars.use': None
  'calendars.none': None
  'calendars.lookAgain': None
  'calendars.cannotBeUsed': None
  'calendars.readOnly': None
  'calendars.unreachable': None
  'calendars.absent': None
  'calendars.disconnectTitle': None
  'calendars.disconnectWhat': None
  'calendars.disconnect': None
  'calendars.disconnecting': None
  'calendars.disconnectingWhat': None
  'calendars.seeWhetherDone': None
  'statistics.title': None
  'statistics.what': None
  'statistics.perMonth': None
  'statistics.month': None
  'statistics.total': None
  'statistics.sum': None
  'statistics.totalHolds': None
  'statistics.oldestFirst': None
  'statistics.newestFirst': None
  'statistics.download': None
  'statistics.babysitters': None
  'statistics.nights': None
  'statistics.who': None
  'statistics.noBabysitter': None
  'statistics.empty': None
  'statistics.even': None
  'statistics.evenBut': {
    recentLeader: MessageValue
    recently: number
  }
  'statistics.aheadNowEven': {
    leader: MessageValue
    most: number
  }
  'statistics.ahead': {
    leader: MessageValue
    most: number
    recently: number
  }
  'statistics.aheadBut': {
    leader: MessageValue
    most: number
    recentLeader: MessageValue
    recently: number
  }
  'statistics.monthEven': None
  'statistics.monthAhead': {
    count: number
    leader: MessageValue
  }
  'statistics.babysitterNamed': {
    name: MessageValue
  }
  'share.note': None
  'feed.title': None
  'feed.what': None
  'feed.madeOn': {
    date: MessageValue
  }
  'feed.neverUsed': {
    person: MessageValue
  }
  'feed.lastUsed': {
    date: MessageValue
    person: MessageValue
  }
  'feed.revoke': None
  'feed.revokeThat': {
    date: MessageValue
  }
  'feed.none': None
  'feed.make': None
  'feed.newTitle': None
  'feed.shownOnce': None
  'feed.whoHasIt': None
  'feed.forPrograms': None
  'feed.allNights': None
  'feed.nightsOf': {
    name: MessageValue
  }
  'feed.subscribe': None
  'feed.subscribeTo': {
    label: MessageValue
  }
  'feed.subscribeHow': None
  'feed.forPeople': None
  'feed.monthPage': None
  'feed.open': None
  'feed.back': None
  'feed.noLink': None
  'history.title': None
  'history.what': None
  'history.only': None
  'history.show': None
  'history.all': None
  'history.ofNight': {
    date: MessageValue
  }
  'history.empty': None
  'history.emptyNight': None
  'history.older': None
  'history.newest': None
  'history.calendar': None
  'history.schedule': None
  'history.somebody': None
  'history.undo': None
  'history.others': {
    count: number
  }
  'history.planned': {
    count: number
    dates: MessageValue
  }
  'history.unplanned': {
    count: number
    dates: MessageValue
  }
  'history.absence': {
    dates: MessageValue
    name: MessageValue
  }
  'history.locked': None
  'history.did.babysitter-booked': None
  'history.did.night-given': None
  'history.did.nights-swapped': None
  'history.did.night-unlocked': None
  'history.did.change-taken-back': None
  'history.did.absence-added': None
  'history.did.absence-removed': None
  'history.did.settings-changed': None
  'history.did.calendar-disconnected': None
  'history.did.nights-planned': None
  'history.did.nights-unplanned': None
  'history.did.night-replanned': None
  'history.did.edit-rejected': None
  'history.did.event-restored': None
  'history.did.other': None
  'history.parentAName': None
  'history.parentBName': None
  'history.unavailableWeekdays': {
    name: MessageValue
  }
  'history.publish': None
  'history.publishNames': None
  'history.on': None
  'history.off': None
  'history.names': None
  'history.initials': None
  'history.none': None
  'history.month': None
  'history.noPage': None
  'layout.history': None
  'layout.help': None
  'help.plan': None
  'help.planWhat': None
  'help.planTotals': None
  'help.change': None
  'help.changeHere': None
  'help.changeThere': None
  'help.away': None
  'help.awayWhat': None
  'help.trouble': None
  'help.reconnect': None
  'help.request': None
  'sessions.title': None
  'sessions.this': None
  'sessions.when': {
    lastSeen: MessageValue
    since: MessageValue
  }
  'sessions.end': None
  'sessions.endThat': {
    device: MessageValue
  }
  'sessions.endOthers': None
  'sessions.older': None
  'sessions.newest': None
  'sessions.unknownDevice': None
  'sessions.none': None
  'settings.everyDay': None
  'settings.everyWeek': None
  'settings.everyMonth': None
  'settings.onlyAsked': None
  'settings.plan': None
  'settings.lookAhead': None
  'settings.lookAheadHint': None
  'settings.pastLimit': None
  'settings.pastLimitHint': None
  'settings.frequency': None
  'settings.countFrom': None
  'settings.countFromHint': None
  'settings.time': None
  'settings.timeZone': None
  'settings.timeZoneHint': None
  'settings.dayTurns': None
  'settings.dayTurnsHint': None
  'settings.weekStart': None
  'settings.pages': None
  'settings.language': None
  'settings.statistics': None
  'settings.nothingSaved': None
  'settings.parents': None
  'settings.show': None
  'settings.save': None
  'settings.absences': None
  'settings.absencesWhat': None
  'settings.remove': None
  'settings.noAbsence': None
  'settings.addAbsence': None
  'settings.wouldChange': None
  'settings.notSavedYet': None
  'settings.from': None
  'settings.to': None
  'settings.notSavedTitle': None
  'settings.firstParent': None
  'settings.secondParent': None
  'settings.alwaysAway': {
    name: MessageValue
  }
  'settings.fromTo': {
    from: MessageValue
    to: MessageValue
  }
  'settings.allFromTo': {
    from: MessageValue
    to: MessageValue
  }
  'settings.choose': None
  'settings.who': None
  'settings.firstNight': None
  'settings.lastNight': None
  'settings.singleNight': None
  'settings.wouldChangeHands': {
    nights: number
  }
  'settings.noLongerPlanned': {
    nights: number
    which: MessageValue
  }
  'settings.nobodyOn': {
    shown: MessageValue
  }
  'settings.nobodyOnAndMore': {
    more: number
    shown: MessageValue
  }
  'settings.publishing': None
  'settings.publish': None
  'settings.publishHint': None
  'settings.publishOn': None
  'settings.publishOff': None
  'settings.publishNames': None
  'settings.namesShown': None
  'settings.initialsShown': None
  'publishing.title': None
  'publishing.off': None
  'publishing.first': None
  'publishing.updating': None
  'publishing.upToDate': {
    ago: MessageValue
  }
  'publishing.open': None
  'publishing.hasPassword': None
  'publishing.password': None
  'publishing.passwordHint': None
  'publishing.passwordKeep': None
  'publishing.savePassword': None
  'publishing.removePassword': None
  'publishing.newAddress': None
  'publishing.newAddressHint': None
  'publishing.planStays': None
  'publishing.stillThere': None
  'publishing.takeDown': None
  'publishing.takingDown': None
  'publishFailure.not-set-up': None
  'publishFailure.away': None
  'publishFailure.wrong-password': None
  'publishFailure.second-factor': None
  'publishFailure.full': None
  'publishFailure.site-gone': None
  'publishFailure.slug-taken': None
  'publishFailure.password-refused': None
  'publishFailure.password-lost': None
  'publishFailure.host-not-allowed': None
  'publishFailure.changed-meanwhile': None
  'publishFailure.refused': None
  'site.title': None
  'site.chart': {
    first: MessageValue
    second: MessageValue
  }
  'site.calendar': None
  'site.months': None
  'site.night': None
  'site.empty': None
  'notification.tonight': None
  'notification.reminder': None
  'notification.changed': None
  'notification.toYou': {
    count: number
    nights: MessageValue
  }
  'notification.toYouFrom': {
    count: number
    name: MessageValue
    nights: MessageValue
  }
  'notification.toOther': {
    name: MessageValue
    nights: MessageValue
  }
  'notification.toNobody': {
    nights: MessageValue
  }
  'notification.more': {
    count: number
  }
  'notification.by': {
    name: MessageValue
  }
  'notification.byCalendar': None
  'notification.bySchedule': None
  'notification.turnOff': None
  'notification.seePlan': {
    url: MessageValue
  }
  'notification.stopEmails': {
    url: MessageValue
  }
}
