package dev.readahead.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/** Static fields that can be assigned again are state that two queries share without knowing. */
final class HaveOnlyFinalStaticFields extends ArchCondition<JavaClass> {
    static final HaveOnlyFinalStaticFields INSTANCE = new HaveOnlyFinalStaticFields();

    private HaveOnlyFinalStaticFields() {
        super("have only final static fields");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        for (JavaField field : type.getFields()) {
            boolean assignable = field.getModifiers().contains(JavaModifier.STATIC)
                    && !field.getModifiers().contains(JavaModifier.FINAL)
                    && !field.getModifiers().contains(JavaModifier.SYNTHETIC);
            if (assignable) {
                events.add(SimpleConditionEvent.violated(field, field.getFullName() + " is static and not final"));
            }
        }
    }
}
