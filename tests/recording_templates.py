"""Jinja2 that tells a test which templates were rendered with which context, as Django's own language does."""

from django.template.backends.jinja2 import Jinja2, Template
from django.test.signals import template_rendered


class RecordingTemplate(Template):
    def render(self, context=None, request=None):
        self.name = self.template.name
        known = dict(context or {})
        for processor in self.backend.template_context_processors if request is not None else ():
            known |= processor(request)
        template_rendered.send(sender=self, template=self, context=known)
        return super().render(context, request)


class RecordingJinja2(Jinja2):
    def get_template(self, template_name):
        return RecordingTemplate(super().get_template(template_name).template, self)
