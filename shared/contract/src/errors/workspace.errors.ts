import { limits } from "../limits.ts";
import { fix } from "./error-text.ts";

/** A workspace: its name, members, invitations, saved reasons, tags, saved views and templates. */
export const workspaceErrors = {
  "workspace.name": fix("Enter a workspace name.", `Use up to ${limits.nameLength} characters without “@”.`),
  "workspace.accent": fix("That colour is too light to read.", "Choose a darker one."),
  "workspace.logo": fix("That file can’t be used as a logo.", "Choose a PNG, JPG or WebP picture."),
  "workspace.logo_large": fix(
    "That picture is too large for a logo.",
    "Choose one of at most 5,000 by 5,000 pixels.",
  ),
  "workspace.logo_small": fix(
    "That picture is too small for a logo.",
    "Choose one of at least 256 by 256 pixels.",
  ),
  "workspace.last_owner": fix("A workspace needs an owner.", "Make someone else an owner first."),
  "workspace.role": fix("Your role doesn’t allow that.", "Ask an owner of the workspace."),
  "reason.length": fix("That reason can’t be saved.", `Use up to ${limits.savedReasonLength} characters.`),
  "reason.too_many": fix(
    `A workspace can save up to ${limits.savedReasons} reasons.`,
    "Remove one of them first.",
  ),
  "tag.name": fix("That tag can’t be saved.", `Use up to ${limits.tagLength} characters.`),
  "tag.too_many": fix(
    `A workspace can have up to ${limits.tagsPerWorkspace} tags.`,
    "Delete one of them first, in the settings.",
  ),
  "tag.too_many_here": fix(
    `A request or a person can have up to ${limits.tagsPerRequest} tags.`,
    "Remove a tag first.",
  ),
  "tag.deleted": fix("That tag was deleted.", "Choose another one."),
  "view.name": fix(
    "That view can’t be saved under this name.",
    `Use up to ${limits.viewNameLength} characters.`,
  ),
  "view.exists": fix("You already have a view with that name.", "Choose another name."),
  "view.query": fix("These filters can’t be saved.", "Shorten the search, or reload the page."),
  "view.too_many": fix(`You can save up to ${limits.savedViews} views.`, "Delete one of them first."),
  "assignee.not_member": fix("That person is no longer a member of this workspace.", "Choose someone else."),
  "template.sent": fix("A template isn’t sent to anyone.", "Use it to create a request, and send that."),
  "template.due": fix(
    "That number of days isn’t allowed.",
    `Enter a number from 1 to ${limits.templateDueDays}, or leave it empty.`,
  ),
  "template.too_many": fix(
    `A workspace can have up to ${limits.templatesPerWorkspace} templates.`,
    "Delete one of them first.",
  ),
  "invitation.email": fix("That email address isn’t complete.", "Check it for typos."),
  "invitation.member": fix("That person is already a member.", "Invite someone else."),
  "invitation.exists": fix(
    "That person is already invited.",
    "Send the invitation again, or cancel it before you change the role.",
  ),
  "invitation.expired": fix("This invitation has expired.", "Ask for a new one."),
  "invitation.used": fix("This invitation has already been used.", "Ask for a new one."),
  "invitation.other_address": fix(
    "This invitation is for a different address.",
    "Sign in with the address it was sent to.",
  ),
};
