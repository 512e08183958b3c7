"""The pages of backups: the list, how they are made, what is in one, and going back to it."""

from typing import Any, cast

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from tournament.backup.backup_file import DamagedBackup, LockedBackup
from tournament.backup.forms import (
    BackupUploadForm,
    NewBackupForm,
    PassphraseForm,
    RestoreForm,
    SecondPlaceForm,
    UnlockForm,
)
from tournament.backup.generations import BY_HAND
from tournament.backup.queries import (
    ListedBackup,
    backup_summary,
    backups_folder,
    list_backups,
    load_settings,
    lock_for,
    look_into,
    mounted_places,
)
from tournament.backup.restart import RESTART, RestoreOrder
from tournament.backup.services import (
    NoSecondPlace,
    choose_passphrase,
    delete_backup,
    log_download,
    make_backup,
    name_second_place,
    prepare_restore,
    save_upload,
)
from tournament.foundation.errors import TournamentError
from tournament.web.guards import StaffRequest, director_only, of_whole_server


@sensitive_post_parameters("passphrase", "again")
@of_whole_server
@director_only
@never_cache
def backups(request: StaffRequest) -> HttpResponse:
    """Shows the list of backups. A POST makes a backup now, or saves how they are made, by `step`."""
    step = request.POST.get("step", "")
    if step == "make":
        with_kits = bool(request.POST.get("kits"))
        lock = load_settings().lock
        made = make_backup(why=BY_HAND, by=request.user, now=timezone.now(), with_kits=with_kits, lock=lock)
        messages.success(request, _("Backup made and checked: %(name)s.") % {"name": made.name})
        return redirect("backups")
    if step == "place":
        form = SecondPlaceForm(request.POST)
        if form.is_valid():
            place = form.cleaned_data["place"]
            try:
                name_second_place(place, by=request.user, now=timezone.now())
            except NoSecondPlace as refused:
                form.add_error("place", str(refused))
            else:
                there = _("Saved. Backups are copied there from now on.")
                messages.success(request, there if place else _("Saved. Backups stay on this computer alone."))
                return redirect("backups")
        return _render_backups(request, status=422, place_form=form)
    if step == "passphrase":
        locking = PassphraseForm(request.POST)
        if locking.is_valid():
            passphrase = locking.cleaned_data["passphrase"]
            choose_passphrase(passphrase, by=request.user, now=timezone.now())
            locked = _("Saved. New backups are locked from now on; older ones are unchanged.")
            messages.success(request, locked if passphrase else _("Saved. Backups are not locked from now on."))
            return redirect("backups")
        return _render_backups(request, status=422, passphrase_form=locking)
    return _render_backups(request)


def _render_backups(request: StaffRequest, *, status: int = 200, **bound: Any) -> HttpResponse:
    chosen = load_settings()
    context = {
        "backups": list_backups(),
        "folder": backups_folder(),
        "summary": backup_summary(),
        "is_locking": chosen.lock is not None,
        "new_form": NewBackupForm(),
        "place_form": SecondPlaceForm(initial={"place": chosen.second_place}),
        "passphrase_form": PassphraseForm(),
        "upload_form": BackupUploadForm(),
        "places": mounted_places(),
        **bound,
    }
    return render(request, "backup/backups.html", context, status=status)


@require_POST
@of_whole_server
@director_only
def backup_upload(request: StaffRequest) -> HttpResponse:
    form = BackupUploadForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            taken_in = save_upload(form.cleaned_data["file"], by=request.user, now=timezone.now())
            return redirect("backup", taken_in.name)
        except TournamentError as refused:
            form.add_error("file", str(refused))
    return _render_backups(request, status=422, upload_form=form)


@sensitive_post_parameters("passphrase")
@of_whole_server
@director_only
@never_cache
def backup(request: StaffRequest, name: str) -> HttpResponse:
    """Shows what is in a backup, after reading all of it. A posted passphrase opens a locked one."""
    form = UnlockForm(request.POST) if request.method == "POST" else None
    passphrase = form.cleaned_data["passphrase"] if form and form.is_valid() else ""
    return _render_backup(request, _find_backup(name), passphrase=passphrase, unlock_form=form)


def _render_backup(
    request: StaffRequest,
    listed: ListedBackup,
    *,
    passphrase: str = "",
    unlock_form: UnlockForm | None = None,
    restore_form: RestoreForm | None = None,
) -> HttpResponse:
    path = backups_folder() / listed.name
    is_ours = not listed.is_locked or lock_for(path) is not None
    context: dict[str, Any] = {"backup": listed, "path": path, "can_restart": RESTART.stop is not None}
    status = 422 if restore_form and restore_form.is_bound else 200
    try:
        context["manifest"], context["why_unusable"] = look_into(path, lock_for(path, passphrase))
    except LockedBackup as locked:
        unlock_form = unlock_form or UnlockForm()
        if unlock_form.is_bound:
            status = 422
            if unlock_form.is_valid():
                unlock_form.add_error("passphrase", str(locked))
        context["unlock_form"] = unlock_form
    except DamagedBackup as damaged:
        context["damage"], status = str(damaged), 422
    context["restore_form"] = restore_form or RestoreForm(is_locked=not is_ours)
    return render(request, "backup/backup.html", context, status=status)


@require_safe
@of_whole_server
@director_only
def backup_file(request: StaffRequest, name: str) -> HttpResponse:
    listed = _find_backup(name)
    log_download(listed.name, by=request.user, now=timezone.now())
    answer = FileResponse(
        (backups_folder() / listed.name).open("rb"),
        as_attachment=True,
        filename=listed.name,
        content_type="application/octet-stream",
    )
    return cast(HttpResponse, answer)  # all but its type is the same: it streams


@sensitive_post_parameters("passphrase")
@require_POST
@of_whole_server
@director_only
def backup_restore(request: StaffRequest, name: str) -> HttpResponse:
    """Checks the backup once more, and restarts Hangjack to restore it. Nothing is changed before that."""
    listed = _find_backup(name)
    path = backups_folder() / listed.name
    form = RestoreForm(request.POST, is_locked=listed.is_locked and lock_for(path) is None)
    if RESTART.stop is None or not form.is_valid():
        return _render_backup(request, listed, restore_form=form)
    try:
        ready = prepare_restore(path, lock_for(path, form.cleaned_data.get("passphrase", "")))
    except TournamentError as refused:
        form.add_error("passphrase" if isinstance(refused, LockedBackup) else None, str(refused))
        return _render_backup(request, listed, restore_form=form)
    RESTART.ask(RestoreOrder(str(ready), listed.name, request.user.username))
    return render(request, "backup/restarting.html", {"backup": listed})


@require_POST
@of_whole_server
@director_only
def backup_delete(request: StaffRequest, name: str) -> HttpResponse:
    listed = _find_backup(name)
    if not listed.can_be_deleted:
        raise Http404
    delete_backup(backups_folder() / listed.name, by=request.user, now=timezone.now())
    messages.success(request, _("Deleted: %(name)s.") % {"name": listed.name})
    return redirect("backups")


def _find_backup(name: str) -> ListedBackup:
    listed = next((each for each in list_backups() if each.name == name), None)
    if listed is None:
        raise Http404
    return listed
