/* What a hand that waits in this phone will bring: the rule set's simple points, counted as the hall counts them, so that
   the score stands right while there is no connection. What needs a ruling or a sum (revokes, one side's pips alone, a
   full record of tricks) is not guessed: `countHand` then returns null. Only the hall's count is ever kept.

   `table` is { rules, seats, sideOf, places, length }: the rule set as its numbers, the players' letters in the order of
   the deal, player -> side, how many turn-ups a pack has, and what ends a match. */

const FOUR = ["high", "low", "jack", "game"];
const ENDS = ["misdeal", "redeal", "bunch"];
const UNKNOWN = Symbol("unknown");

export function countHand(table, start, body) {
  const marks = readMarks(body);
  if (!table.seats.includes(marks.dealer) || isBeyond(marks)) return null;
  const deal = dealOf(table, start, marks);
  const auction = auctionOf(table, marks);
  const stopped = Boolean(marks.stopped) && !deal.ended;
  const isPassedOut = Boolean(auction) && !auction.pitcher;
  const ended = deal.ended || stopped || isPassedOut;
  let made = ended ? [] : table.rules.taken ? awardsTaken(table, marks, start) : awardsOfPlay(table, marks);
  if (made === UNKNOWN) return null;
  let smudger = null;
  if (auction && !ended) [made, smudger] = settleAuction(table, auction, made, start);
  const { score, winner } = addAwards(table.rules, [...deal.awards, ...made], start, smudger);
  const stays = (deal.ended && (deal.ended !== "misdeal" || !table.rules.penalties.misdeal_passes_deal))
    || (isPassedOut && !deal.ended && !stopped && table.rules.auction.all_pass === "same_dealer");
  return { score, winner, dealer: stays && !winner ? marks.dealer : playerAfter(table, marks.dealer) };
}

/* Who passed out says nothing else of the hand. The pitcher's bid stands among everybody's. */
function readMarks(body) {
  const marks = Object.fromEntries(new URLSearchParams(body));
  if (marks.pitcher && marks.bid) marks[`bid_${marks.pitcher}`] = marks.bid;
  return marks.step === "passed_out" ? { dealer: marks.dealer } : marks;
}

/* The hands of one phone after each other, from the score and the games that the hall knows; a game that one of them ends
   is followed by the next from nothing, but not after the last of the match. `unknown` are those that could not be
   counted. */
export function countHands(table, start, bodies, games = {}) {
  const nothing = Object.fromEntries(Object.keys(start).map((side) => [side, 0]));
  const total = { score: start, won: { ...nothing }, unknown: 0, dealer: null };
  for (const body of bodies) {
    const isOver = isDecided(table.length, gamesWon(total, games));
    const hand = countHand(table, total.score, body);
    total.dealer = hand?.dealer ?? null;
    if (!hand) total.unknown += 1;
    if (!hand || isOver) continue;
    total.score = hand.score;
    if (!hand.winner) continue;
    total.won[hand.winner] += 1;
    if (!isDecided(table.length, gamesWon(total, games))) total.score = nothing;
  }
  return total;
}

const gamesWon = (total, games) => Object.entries(total.won).map(([side, won]) => won + (games[side] ?? 0));

/* Whether so many games won by each side leave none to play. */
function isDecided({ kind, number } = {}, won) {
  const [most, next = 0] = [...won].sort((one, other) => other - one);
  const played = won.reduce((sum, games) => sum + games, 0);
  const isLast = { single: played > 0, games: played >= number, race: most >= number, best_of: most - next > number - played };
  return isLast[kind] ?? false;
}

function isBeyond(marks) {
  if (Boolean(marks.pitcher) !== Boolean(marks.bid)) return true;
  return Object.entries(marks).some(([name, value]) => {
    if (/^revoke_\d+$/.test(name)) return value !== "" && value !== "none";
    return (name === "tricks" || name.startsWith("dealt_")) && value.trim() !== "";
  });
}

function playerAfter(table, player) {
  return table.seats[(table.seats.indexOf(player) + 1) % table.seats.length];
}

const OTHER = "other"; // a card that scores nothing and was not named

function rankOf(card) {
  return card === OTHER ? "" : card.trim().toUpperCase().replace("10", "T")[0] ?? "";
}

function suitOf(card) {
  const suit = card === OTHER ? "" : (card.trim().toUpperCase().replace("10", "T")[1] ?? "");
  return { "♠": "S", "♥": "H", "♦": "D", "♣": "C" }[suit] ?? suit;
}

/* Turn-ups as they came, take one, and a misdeal's price; `ended` is how the last pack ended before its play. */
function dealOf(table, start, marks) {
  const { turn_ups: turnUps, penalties } = table.rules;
  const side = table.sideOf[marks.dealer];
  const others = Object.keys(start).filter((other) => other !== side);
  const awards = [];
  let dealt = 0;
  let suit = "";
  let place = 1;
  for (;;) {
    const card = marks[`card_${place}`] || marks[`turned_${place}`] || "";
    const answer = marks[`answer_${place}`] ?? "";
    const points = turnUps?.values[rankOf(card)] ?? 0;
    if (points && (turnUps.same_suit_scores || !suit || suit !== suitOf(card))) awards.push(["turn_up", side, points]);
    suit = suitOf(card) || suit;
    if (answer === "take_one") awards.push(...awardTakeOne(table, start, awards, marks.dealer, others));
    if (answer === "misdeal") {
      const kept = penalties.misdeal_cancels_turn_ups ? awards.slice(dealt).filter(([kind]) => kind !== "turn_up") : awards.slice(dealt);
      awards.splice(dealt, awards.length, ...kept);
      if (penalties.misdeal) awards.push(...others.map((other) => ["misdeal", other, penalties.misdeal]));
    }
    const isOver = ENDS.includes(answer);
    const nextPack = place + table.places - ((place - 1) % table.places);
    if (isOver) [dealt, suit] = [awards.length, ""];
    if ((answer === "run" || answer === "kick") && place % table.places) place += 1;
    else if (isOver && `answer_${nextPack}` in marks) place = nextPack;
    else return { awards, ended: isOver ? answer : "" };
  }
}

function awardTakeOne(table, start, awards, dealer, others) {
  const { take_one: takeOne, target } = table.rules;
  if (!takeOne?.points) return [];
  const takers = takeOne.to === "beggar" ? [table.sideOf[playerAfter(table, dealer)]] : others;
  const has = (side) => awards.reduce((sum, [, to, points]) => sum + (to === side ? points : 0), start[side]);
  const isWithheld = (side) =>
    takeOne.withheld_at_target && target !== null && has(side) < target && has(side) + takeOne.points >= target;
  return takers.filter((side) => !isWithheld(side)).map((side) => ["take_one", side, takeOne.points]);
}

/* Who pitches, and for how much; null where there is no auction. A bid that does not stand is a pass. */
function auctionOf(table, marks) {
  const { auction } = table.rules;
  if (!auction) return null;
  const first = table.seats.indexOf(marks.dealer) + 1;
  let [pitcher, highest] = [null, 0];
  for (const player of [...table.seats.slice(first), ...table.seats.slice(0, first)]) {
    const bid = Number.parseInt(marks[`bid_${player}`], 10) || 0;
    const isSmudged = auction.smudge !== "off" && highest >= auction.smudge_bid;
    const stands = bid > highest || (bid === highest && player === marks.dealer && auction.dealer_may_equal);
    if (bid && stands && !isSmudged) [pitcher, highest] = [player, bid];
  }
  if (!pitcher && auction.all_pass === "dealer_bids") return { pitcher: marks.dealer, bid: auction.min_bid };
  if (!pitcher && auction.all_pass === "elder_pitches_free") return { pitcher: playerAfter(table, marks.dealer), bid: 0 };
  return { pitcher, bid: highest };
}

function awardsOfPlay(table, marks) {
  const { points } = table.rules;
  const sides = new Set(Object.values(table.sideOf));
  const game = winnersOfGame(table, marks, sides);
  if (game === UNKNOWN) return UNKNOWN;
  const made = [];
  for (const kind of points.order) {
    const side = marks[kind];
    const isDealt = marks.high !== "none" || kind === "high";
    if (kind === "game") made.push(...game.map((winner) => ["game", winner, points.game]));
    else if (isDealt && sides.has(side)) made.push([kind, side, kind === "jack" ? worthOfJack(points, marks) : points[kind]]);
  }
  return made.filter(([, , worth]) => worth);
}

/* What each side took, the side that is out last, as the hand ends there. The other side's part follows from one side's if
   all points are in play and every hand is played to its end. */
function awardsTaken(table, marks, start) {
  const { sums, all_in_play: isAllInPlay } = table.rules.taken;
  const isPlayedOut = isAllInPlay && table.rules.count_rest_after_win;
  const told = Object.keys(start).map((side) => [side, marks[`pips_${side}`] ?? ""]);
  const known = told.filter(([, value]) => value !== "");
  if (!known.length) return [];
  const rest = isPlayedOut && told.length === 2 ? sums[0] - Number(known[0][1]) : -1;
  if (known.length < told.length && rest < 0) return UNKNOWN;
  const made = told.map(([side, value]) => ["taken", side, value === "" ? rest : Number(value)]);
  return made.filter(([, , worth]) => worth).sort(([, one, own], [, other, its]) => start[one] + own - start[other] - its);
}

function worthOfJack(points, marks) {
  const isTaken = marks.jack_from && marks.jack_from !== "kept" && marks.jack_from !== marks.jack;
  return points.jack !== points.hang_jack && isTaken ? points.hang_jack : points.jack;
}

/* The sides that score Game. */
function winnersOfGame(table, marks, sides) {
  const tie = table.rules.points.game_tie;
  if (sides.has(marks.game)) return [marks.game];
  const pips = [...sides].map((side) => [side, marks[`pips_${side}`] ?? ""]);
  const isTold = pips.every(([, value]) => value !== "");
  if (!marks.game && !isTold) return pips.some(([, value]) => value !== "") ? UNKNOWN : [];
  const most = Math.max(...pips.map(([, value]) => Number(value)));
  const level = pips.filter(([, value]) => Number(value) === most).map(([side]) => side);
  const best = marks.game ? (sides.size === 2 ? [...sides] : []) : level;
  const dealers = table.sideOf[marks.dealer];
  if (!marks.game && best.length === 1) return best;
  if (tie === "nobody") return [];
  if (tie === "each") return best;
  const named = best.filter((side) => (side === dealers) === (tie === "dealer"));
  return named.length === 1 ? named : [];
}

/* The pitcher's points count first, if they made their bid; a made smudge may win at once. */
function settleAuction(table, { pitcher, bid }, made, start) {
  const { auction } = table.rules;
  const side = table.sideOf[pitcher];
  const own = made.filter(([, to]) => to === side);
  const others = made.filter(([, to]) => to !== side);
  const value = bid === auction.double_bid ? 2 * bid : bid;
  if (own.reduce((sum, [, , points]) => sum + points, 0) < bid) {
    const toOthers = Object.keys(start).filter((other) => other !== side).map((other) => ["bid", other, value]);
    const failed = auction.failed_bid === "to_opponents" ? toOthers : [["set_back", side, -value]];
    return [[...failed, ...others], null];
  }
  if (value > bid) own.push(["bid", side, value - bid]);
  if (auction.out_first === "higher") {
    const after = (whose) => [...own, ...others].reduce((sum, [, to, points]) => sum + (to === whose ? points : 0), start[whose]);
    const place = (whose) => (whose === side ? 0 : 1);
    return [[...own, ...others].sort(([, one], [, other]) => after(other) - after(one) || place(one) - place(other)), null];
  }
  const isSmudge = bid >= auction.smudge_bid && own.length === FOUR.length;
  const wins = auction.smudge === "always" || (auction.smudge === "unless_in_the_hole" && start[side] >= 0);
  return [[...own, ...others], isSmudge && wins ? side : null];
}

function addAwards(rules, awards, start, smudger) {
  const { target, score_floor: floor, count_rest_after_win: goesOn } = rules;
  const score = { ...start };
  let winner = null;
  let left = FOUR.length;
  for (const [kind, side, worth] of awards) {
    if (winner && !goesOn) break;
    score[side] += floor !== null && worth < 0 ? Math.max(worth, Math.min(0, floor - score[side])) : worth;
    if (side === smudger) left -= FOUR.includes(kind);
    if (!winner && ((target !== null && score[side] >= target) || !left)) winner = side;
  }
  return { score, winner };
}
