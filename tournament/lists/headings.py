"""Headings of columns by what they mean, in the languages of the clubs that send lists. Pure."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

HEADINGS: dict[str, tuple[str, ...]] = {
    "name": (
        *("name", "full name", "player", "player name", "member name"),
        *("names", "family", "players", "person", "member s name", "squad", "squad members", "team members", "roster"),
        *("family", "naam", "nombre completo", "spieler", "speler", "jugador", "vollstandiger name", "nom", "nome"),
    ),
    "first": (
        *("first name", "firstname", "forename", "forenames", "given name", "given names", "christian name", "first"),
        *("vorname", "rufname", "voornaam", "nombre", "prenom", "nome proprio", "fname"),
    ),
    "last": (
        *("last name", "lastname", "surname", "family name", "familyname", "last", "lname", "second name"),
        *("nachname", "familienname", "zuname", "achternaam", "apellido", "apellidos", "nom de famille", "sobrenome"),
    ),
    "note": ("note", "street", "tells apart"),
    "private_notes": (
        *("notes", "private notes", "private note", "remark", "remarks", "comment", "comments", "memo", "info"),
        *("bemerkung", "bemerkungen", "notiz", "notizen", "anmerkung", "anmerkungen", "opmerking", "opmerkingen"),
        *("notities", "notas", "observaciones", "comentario"),
        *("comentarios", "remarques", "commentaire", "additional notes"),
        *("special requirements", "dietary requirements", "medical"),
        *("other information", "anything else", "anything else we should know"),
    ),
    "nickname": ("nickname", "nick name", "known as", "alias", "nick", "spitzname", "bijnaam", "apodo", "surnom"),
    "contact": ("contact", "contact details", "contacts", "kontakt", "contacto"),
    "phone": (
        *("phone", "telephone", "tel", "mobile", "cell", "phone number", "mobile number", "telephone number"),
        *("phone no", "tel no", "telephone no", "mobile no", "mobile phone", "cell phone", "cellphone", "home phone"),
        *("work phone", "phone 2", "other phone", "phones", "whatsapp"),
        *("whats app", "ph", "cell no", "cell number", "contact no"),
        *("contact number", "telefon", "telefonnummer", "handy", "handynummer", "mobil", "mobilnummer", "festnetz"),
        *("telefoon", "telefoonnummer", "mobiel", "telefono", "movil", "celular", "portable", "telemovel"),
    ),
    "email": (
        *("email", "e mail", "mail", "email address", "e mail address", "emails", "mail address", "e mails"),
        *("mailadresse", "e mail adresse", "emailadresse", "e mailadres", "correo", "correo electronico", "courriel"),
    ),
    "is_member": (
        *("member", "membership", "status", "type", "member or guest", "kind", "membership type", "mitglied", "lid"),
        *("mitgliedschaft", "socio"),
    ),
    "fee_paid_until": (
        *("fee paid until", "paid until", "paid to", "paid up to", "expires", "expiry", "valid until", "renewal"),
        *("subs paid until", "subs paid to", "membership until", "renewal date"),
        *("paid till", "fee paid to", "paid thru"),
        *("paid through", "expiry date", "bezahlt bis", "beitrag bezahlt bis", "betaald tot", "pagado hasta"),
        *("subs until", "subs paid till", "fees paid to", "fees paid until", "dues paid to", "dues paid until"),
    ),
    "fee": (
        *("fee", "fees", "subs", "sub", "dues", "amount", "amount paid", "fee paid", "fees paid", "subs paid", "paid"),
        *("membership fee", "subscription", "subscription paid", "payment", "beitrag", "mitgliedsbeitrag", "betrag"),
        *("bezahlt", "contributie", "bedrag", "betaald", "cuota", "importe", "pagado", "cotisation", "dues paid"),
    ),
    "left_on": (
        *("left", "left on", "resigned", "date left", "leaving date", "austritt", "ausgetreten", "uitgetreden", "baja"),
    ),
    "shown_to": (
        *("page shown to", "shown to", "may be shown", "may be shown to", "visible to", "visibility", "may be named"),
        *("consent", "agreed", "agreed to be named", "publish", "web site", "on the web site"),
    ),
    "owed": (
        *("owed", "owes", "owing", "balance", "outstanding", "arrears", "due", "amount due", "balance due", "to pay"),
        *("fee due", "fees due", "fee owed", "fees owed", "subs due", "subs owed", "subs owing", "amount owed", "debt"),
        *("still to pay", "unpaid", "offen", "offener betrag", "ruckstand", "saldo", "openstaand", "tegoed"),
        *("pendiente", "deuda", "debe", "solde", "reste a payer", "du", "impaye", "fallig"),
    ),
    "derived": ("evenings", "last came", "timestamp", "zeitstempel", "tijdstempel", "marca temporal"),
    "number": ("no", "number", "nr", "num", "seat", "lfd nr", "line", "pos"),
    "team": ("team", "team name", "pair", "pair name", "side", "mannschaft", "ploeg", "equipo", "equipe", "paar"),
    "player": (
        *("player 1", "player 2", "player 3", "player 4", "player 5", "player 6", "player one", "player two"),
        *("player a", "player b", "partner", "partner 1", "partner 2", "name 1", "name 2", "first player"),
        *("second player", "captain", "spieler 1", "spieler 2", "spieler a", "spieler b", "speler 1", "speler 2"),
        *("jugador 1", "jugador 2", "joueur 1", "joueur 2"),
        *("their partner", "partner name", "partner s name", "partners name"),
    ),
    "paid": ("paid", "bezahlt", "betaald", "pagado", "paye", "has paid", "fee paid", "paid y n", "have you paid"),
    "captain": ("captain", "capt", "team captain", "skipper", "kapitan", "mannschaftsfuhrer", "aanvoerder", "capitan"),
    "night": (
        *("night", "home night", "weekday", "day of the week", "evening", "wochentag", "speelavond", "nights", "day"),
        *("match night", "league night", "playing night", "plays on", "home day"),
    ),
    "since": ("from", "since", "joined", "registered", "registered on", "joined on", "seit", "ab", "vanaf", "desde"),
    "here": (
        *("here", "present", "state", "coming", "anwesend", "aanwezig", "presente", "attending", "are you coming"),
        *("will you come", "can you come", "will you attend", "are you in", "availability", "available", "in or out"),
    ),
    "round": (
        *("round", "wk", "week", "matchday", "match day", "rd", "rnd", "round no", "week no", "gameweek", "match week"),
        *("runde", "spieltag", "spielrunde", "ronde", "speelronde", "speeldag", "jornada", "journee", "rodada"),
    ),
    "date": ("date", "day", "datum", "fecha", "dia", "tag", "match date", "played on", "played", "data"),
    "start": (
        *("start", "time", "start time", "starts", "kick off", "zeit", "uhrzeit", "anstoss", "beginn", "tijd", "hora"),
        *("aanvang", "heure", "begins", "at"),
    ),
    "end": ("end", "ends", "end time", "finish", "ende", "einde", "fin"),
    "team_a": (
        *("team a", "home", "home team", "team 1", "team one", "heim", "heimmannschaft", "heimteam", "gastgeber"),
        *("thuis", "thuisploeg", "thuisteam", "local", "equipo local", "casa", "domicile", "side a", "home side"),
        *("pair a", "pair 1", "hosts", "host"),
    ),
    "team_b": (
        *("team b", "away", "away team", "team 2", "team two", "gast", "gastmannschaft", "gaste", "auswarts"),
        *("uit", "uitploeg", "bezoekers", "visitante", "equipo visitante", "visitor", "visitors", "exterieur"),
        *("opponent", "opponents", "side b", "away side", "pair b", "pair 2", "guest", "guests"),
    ),
    "bullseyes_a": (
        *("legs a", "legs home", "home legs", "card points a", "frames a", "frames home", "home frames"),
        *("bullseyes a", "score a", "home score", "score home", "points a", "games a", "home points", "home games"),
        *("score 1", "goals home", "h score", "hs", "heim punkte", "punkte heim", "games home", "points home"),
        *("score team a", "team a score", "home bullseyes", "games 1", "points 1"),
    ),
    "bullseyes_b": (
        *("legs b", "legs away", "away legs", "card points b", "frames b", "frames away", "away frames"),
        *("bullseyes b", "score b", "away score", "score away", "points b", "games b", "away points", "away games"),
        *("score 2", "goals away", "a score", "as", "gast punkte", "punkte gast", "games away", "points away"),
        *("score team b", "team b score", "away bullseyes", "games 2", "points 2"),
    ),
    "hang_jacks_a": ("hang jacks a", "home hang jacks", "hang jacks home", "jacks a", "home jacks"),
    "hang_jacks_b": ("hang jacks b", "away hang jacks", "hang jacks away", "jacks b", "away jacks"),
    "score": (
        *("score", "result", "results", "final score", "ergebnis", "resultat", "endstand", "uitslag", "stand"),
        *("resultado", "marcador", "final", "games", "ft"),
    ),
    "postponed_from": ("postponed from", "original date", "first date", "old date", "moved from"),
    "play_by": ("play by", "to be played by", "deadline"),
    "outcome": ("outcome", "status", "ruling", "what happened"),
    "venue": (
        *("venue", "place", "location", "ground", "where", "ort", "spielort", "halle", "lokal", "locatie", "plaats"),
        *("lugar", "sede", "lieu", "pub", "club", "hall", "home", "home venue", "home ground", "home pub", "plays at"),
    ),
}
"""Each kind of column with the words that head it, as `heading_words` returns them."""
SUMS = {
    *("total", "totals", "grand total", "subtotal", "sub total", "sum", "count", "average", "balance", "members paid"),
    *("paid up", "not paid", "unpaid", "number of members", "no of members", "total members", "members", "guests"),
    *("brought forward", "carried forward", "total paid", "total due", "total owed", "number of players"),
    *("summe", "gesamt", "insgesamt", "totaal", "suma", "totales", "all"),
}
YES = {
    *("yes", "y", "ja", "j", "x", "true", "1", "oui"),
    *("si", "sí", "sim", "member", "m", "full", "full member", "active"),
    *("full member", "paid", "bezahlt", "betaald", "payé", "pagado", "here", "present", "in", "✓", "✔", "✅", "☑"),
}
NO = {
    *("no", "n", "nein", "nee", "non", "não", "false", "0"),
    *("guest", "g", "visitor", "none", "nil", "nothing", "-", "–"),
    *("nothing", "not here", "absent", "away", "out", "not paid", "unpaid", "n/a", "✗", "✘", "❌", "☐"),
}
"""What cells say to a question, in small letters."""
ASKING = re.compile(r"^(?:please )?(?:enter |type |write )?(?:what is |what s )?(?:your|the|my) (?=.)")
"""What a form puts before a heading."""
OF_PEOPLE = (
    *("name", "first", "last", "note", "nickname", "contact", "phone", "email", "private_notes", "is_member"),
    *("fee_paid_until", "fee", "left_on", "shown_to"),
)
OF_THE_DOOR = ("number", "team", "player", "name", "first", "last", "paid", "here", "contact", "phone", "email")
OF_RESULTS = (
    *("round", "team_a", "bullseyes_a", "hang_jacks_a", "team_b", "bullseyes_b", "hang_jacks_b", "start", "end"),
    *("date", "venue", "score", "outcome", "postponed_from", "play_by"),
)


OF_TEAMS = (
    *("team", "captain", "phone", "email", "contact", "venue", "night", "start"),
    *("player", "name", "since"),
)


@lru_cache(maxsize=4096)
def heading_words(cell: str) -> str:
    """Returns a heading without case, accents and punctuation, and with a space between "LastName". Cached, because
    each cell of a list is compared with its headings, and names and figures come again and again."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z][a-z])", " ", cell)
    plain = unicodedata.normalize("NFKD", apart.casefold())
    letters = "".join(each for each in plain if unicodedata.category(each) != "Mn")
    return " ".join(re.findall(r"[^\W_]+", letters))


def kind_of_heading(cell: str, kinds: Sequence[str]) -> str:
    """Returns which of these kinds a heading names, by the whole of it or by its first part that is known, as in
    "E-mail / phone", "Member (yes/no)" or "What is your name?"; "" if it is unknown."""
    for part in (cell, *re.split(r"[/(,;:]", cell)):
        words = re.sub(r" ?(?:19|20)\d\d(?: \d\d)?$", "", ASKING.sub("", heading_words(part)))
        for kind in kinds:
            if words and (words in HEADINGS[kind] or words == heading_words(kind)):
                return kind
    return ""


def kinds_of_row(cells: Sequence[str], kinds: Sequence[str]) -> tuple[str, ...]:
    return tuple(kind_of_heading(cell, kinds) if cell else "" for cell in cells)


def is_sum(cells: Sequence[str]) -> bool:
    """Returns whether a row is a sum below a list: its first words are "Total", "Sum", …, and the rest are figures."""
    words = [heading_words(cell) for cell in cells if cell.strip()]
    return bool(words) and words[0] in SUMS and not any(re.search(r"[^\W\d_]", word) for word in words[1:])


def is_heading_again(cells: Sequence[str], heading: Sequence[str]) -> bool:
    """Returns whether a row repeats the headings of the list, as they are there or most of them."""
    words = [(heading_words(cell), heading_words(head)) for cell, head in zip(cells, heading, strict=False)]
    return sum(cell == head != "" for cell, head in words) * 2 > sum(bool(head) for _cell, head in words)
